/* Preloaded into a program, writes down in order what it does to the files below CHAOS_ROOT: each write with its bytes,
   each sync, each change of a name. It changes nothing. One record: a line of kind, number, length and path, then bytes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static pthread_mutex_t order = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int book = -1;
static const char *root;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define LOCKED(call) ({ pthread_mutex_lock(&order); __typeof__(call) done_ = (call); done_; })
#define UNLOCK() pthread_mutex_unlock(&order)

__attribute__((constructor)) static void begin(void) {
  root = getenv("CHAOS_ROOT");
  const char *path = getenv("CHAOS_BOOK");
  if (root && path) book = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int ours(const char *path) { return book >= 0 && root && strncmp(path, root, strlen(root)) == 0; }

static void put(const void *bytes, size_t length) {
  const char *rest = bytes;
  while (length) {
    ssize_t done = REAL(write)(book, rest, length);
    if (done <= 0) abort();
    rest += done;
    length -= (size_t)done;
  }
}

static void note(char kind, long long number, const void *bytes, size_t length, const char *path) {
  char line[8192];
  int size = snprintf(line, sizeof line, "%c %lld %zu %s\n", kind, number, length, path);
  put(line, (size_t)size);
  put(bytes, length);
}

static int named(int handle, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
  ssize_t length = readlink(link, path, size - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return ours(path);
}

ssize_t pwrite64(int handle, const void *bytes, size_t length, off64_t place) {
  char path[4096];
  ssize_t done = LOCKED(REAL(pwrite64)(handle, bytes, length, place));
  if (done > 0 && named(handle, path, sizeof path)) note('W', place, bytes, (size_t)done, path);
  UNLOCK();
  return done;
}
ssize_t pwrite(int handle, const void *bytes, size_t length, off_t place) {
  return pwrite64(handle, bytes, length, place);
}

ssize_t write(int handle, const void *bytes, size_t length) {
  char path[4096];
  ssize_t done = LOCKED(REAL(write)(handle, bytes, length));
  if (done > 0 && handle != book && named(handle, path, sizeof path))
    note('W', lseek(handle, 0, SEEK_CUR) - done, bytes, (size_t)done, path);
  UNLOCK();
  return done;
}

int ftruncate64(int handle, off64_t size) {
  char path[4096];
  int done = LOCKED(REAL(ftruncate64)(handle, size));
  if (!done && named(handle, path, sizeof path)) note('T', size, "", 0, path);
  UNLOCK();
  return done;
}
int ftruncate(int handle, off_t size) { return ftruncate64(handle, size); }

int fsync(int handle) {
  char path[4096];
  int done = LOCKED(REAL(fsync)(handle));
  if (!done && named(handle, path, sizeof path)) note('S', 0, "", 0, path);
  UNLOCK();
  return done;
}
int fdatasync(int handle) {
  char path[4096];
  int done = LOCKED(REAL(fdatasync)(handle));
  if (!done && named(handle, path, sizeof path)) note('S', 0, "", 0, path);
  UNLOCK();
  return done;
}

int rename(const char *before, const char *after) {
  int done = LOCKED(REAL(rename)(before, after));
  if (!done && ours(before)) note('R', 0, after, strlen(after), before);
  UNLOCK();
  return done;
}

int unlink(const char *path) {
  int done = LOCKED(REAL(unlink)(path));
  if (!done && ours(path)) note('U', 0, "", 0, path);
  UNLOCK();
  return done;
}

int mkdir(const char *path, mode_t mode) {
  int done = LOCKED(REAL(mkdir)(path, mode));
  if (!done && ours(path)) note('M', 0, "", 0, path);
  UNLOCK();
  return done;
}

static int opened(int handle, int flags) {
  char path[4096];
  if (handle >= 0 && (flags & (O_CREAT | O_TRUNC)) && named(handle, path, sizeof path))
    note('C', (flags & O_TRUNC) != 0, "", 0, path);
  return handle;
}

#define OPEN(name)                                          \
  int name(const char *path, int flags, ...) {              \
    va_list more;                                           \
    va_start(more, flags);                                  \
    mode_t mode = va_arg(more, mode_t);                     \
    va_end(more);                                           \
    int handle = LOCKED(REAL(name)(path, flags, mode));     \
    handle = opened(handle, flags);                         \
    UNLOCK();                                               \
    return handle;                                          \
  }
OPEN(open)
OPEN(open64)

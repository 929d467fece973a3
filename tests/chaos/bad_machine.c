/* Preloaded into a program, makes its machine a bad one: while the file CHAOS_CARD is there, writing below CHAOS_ROOT
   fails with the error whose number stands in it, or hangs if it says "hang"; the date is off by CHAOS_CLOCK seconds. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int ours(const char *path) {
  const char *root = getenv("CHAOS_ROOT");
  return root && strncmp(path, root, strlen(root)) == 0;
}

/* What befalls whoever writes now: nothing, or an error; whoever hangs comes back when the file is gone. */
static int fails(void) {
  const char *card = getenv("CHAOS_CARD");
  char said[16] = "";
  for (;;) {
    int file = card ? REAL(open)(card, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return 0;
    ssize_t length = read(file, said, sizeof said - 1);
    REAL(close)(file);
    said[length > 0 ? length : 0] = 0;
    if (strcmp(said, "hang")) break;
    usleep(10000);
  }
  errno = atoi(said);
  return errno;
}

static int fails_on(int handle) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return ours(path) && fails();
}

ssize_t pwrite64(int handle, const void *bytes, size_t length, off64_t place) {
  return fails_on(handle) ? -1 : REAL(pwrite64)(handle, bytes, length, place);
}
ssize_t pwrite(int handle, const void *bytes, size_t length, off_t place) {
  return pwrite64(handle, bytes, length, place);
}
ssize_t write(int handle, const void *bytes, size_t length) {
  return fails_on(handle) ? -1 : REAL(write)(handle, bytes, length);
}
int ftruncate64(int handle, off64_t size) { return fails_on(handle) ? -1 : REAL(ftruncate64)(handle, size); }
int ftruncate(int handle, off_t size) { return ftruncate64(handle, size); }
int fsync(int handle) { return fails_on(handle) ? -1 : REAL(fsync)(handle); }
int fdatasync(int handle) { return fails_on(handle) ? -1 : REAL(fdatasync)(handle); }
int rename(const char *before, const char *after) {
  return ours(before) && fails() ? -1 : REAL(rename)(before, after);
}
int mkdir(const char *path, mode_t mode) { return ours(path) && fails() ? -1 : REAL(mkdir)(path, mode); }

#define OPEN(name)                                                          \
  int name(const char *path, int flags, ...) {                              \
    va_list more;                                                           \
    va_start(more, flags);                                                  \
    mode_t mode = va_arg(more, mode_t);                                     \
    va_end(more);                                                           \
    int writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT);      \
    return writes && ours(path) && fails() ? -1 : REAL(name)(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

int clock_gettime(clockid_t clock, struct timespec *now) {
  const char *off = getenv("CHAOS_CLOCK");
  int done = REAL(clock_gettime)(clock, now);
  if (!done && off && clock == CLOCK_REALTIME) now->tv_sec += atoll(off);
  return done;
}

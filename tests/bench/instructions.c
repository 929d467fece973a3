/* A plugin of QEMU that counts the instructions of an emulated program, in a file that others read meanwhile.
 *
 * What it needs of QEMU's plugin interface, version 1, stands here: Debian packs no header for it. */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct qemu_plugin_tb;
typedef uint64_t qemu_plugin_id_t;
enum flags { NO_REGISTERS = 0 };

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, void (*)(unsigned, void *), enum flags, void *);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static uint64_t *count;

static void carried_out(unsigned processor, void *instructions)
{
    (void)processor;
    __atomic_fetch_add(count, (uint64_t)(uintptr_t)instructions, __ATOMIC_RELAXED);
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
    (void)id;
    void *instructions = (void *)(uintptr_t)qemu_plugin_tb_n_insns(block);
    qemu_plugin_register_vcpu_tb_exec_cb(block, carried_out, NO_REGISTERS, instructions);
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const void *about, int words,
                                                               char **word)
{
    (void)about;
    if (words != 1 || strncmp(word[0], "count=", 6) != 0) return 1;
    int file = open(word[0] + 6, O_RDWR);
    if (file < 0) return 1;
    count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (count == MAP_FAILED) return 1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}

// The real MicroPython behind a serial line: its prompt reads stdin and writes stdout.
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

const micropython = await loadMicroPython({ linebuffer: false, stdout: (data) => process.stdout.write(data) });
micropython.FS.mkdir("/pico");
micropython.runPython("import os\nos.chdir('/pico')");
micropython.replInit();
process.stdin.on("data", (data) => {
  for (const byte of data) micropython.replProcessChar(byte);
});

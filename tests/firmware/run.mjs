// Runs a script in the real MicroPython: files and script come as JSON on stdin, what it prints goes to stdout.

import { readFileSync } from "node:fs";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

const { files, script } = JSON.parse(readFileSync(0, "utf8"));
const micropython = await loadMicroPython({
  heapsize: 16 * 1024 * 1024,
  linebuffer: true,
  stdout: (line) => process.stdout.write(`${line}\n`),
});
micropython.FS.mkdir("/lib");
for (const [name, content] of Object.entries(files)) {
  micropython.FS.writeFile(`/lib/${name}`, Buffer.from(content, "base64"));
}
micropython.runPython(`import sys, os\nsys.path.insert(0, '/lib')\nos.chdir('/lib')\n${script}`);

// Asks Perfetto's own trace processor: `node perfetto.mjs FOLDER TRACE... < QUERIES`. QUERIES is a JSON list of SQL; printed is, for
// each trace, a list with the rows of each query. FOLDER holds the engine of Perfetto's page, which is made for a browser's worker.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInThisContext } from 'node:vm';

const [folder, ...traces] = process.argv.slice(2).map((path) => resolve(path));
const kMemorySection = 5;

/** Reads files of the folder, as a worker reads what lies beside it. */
class XMLHttpRequest {
  open(method, name) { this.name = name; }
  send() { this.response = readFileSync(join(folder, this.name)); }
}

/** What the engine expects of a worker. Its 64-bit build is not in the folder: it must not find that 64 bits would do. */
function becomeWorker() {
  Object.assign(globalThis, { self: globalThis, WorkerGlobalScope: class {}, XMLHttpRequest });
  globalThis.location = { href: pathToFileURL(join(folder, 'engine.js')).href };
  const { Module } = WebAssembly;
  WebAssembly.Module = function (bytes) {
    if (bytes[8] === kMemorySection) throw new WebAssembly.CompileError('no memory of 64 bits');
    return new Module(bytes);
  };
  console.warn = console.log = () => {};
}

async function start() {
  becomeWorker();
  runInThisContext(readFileSync(join(folder, 'engine_bundle.node.js'), 'utf8'));
  const { EngineBase } = await import(pathToFileURL(join(folder, 'engine.mjs')).href);
  const port = {};
  self.onmessage({ data: port });
  class Engine extends EngineBase {
    mode = 'WASM';
    id = 'test';
    rpcSendRequestBytes(data) { port.onmessage({ data }); }
  }
  const engine = new Engine();
  port.postMessage = (data) => engine.onRpcResponseBytes(data);
  return engine;
}

function rowsOf(result) {
  const rows = [];
  for (const row = result.iter({}); row.valid(); row.next())
    rows.push(Object.fromEntries(result.columns().map((column) => [column, row.get(column)])));
  return rows;
}

async function answers(engine, trace, queries) {
  await engine.resetTraceProcessor({});
  await engine.parse(new Uint8Array(readFileSync(trace)));
  await engine.notifyEof();
  const all = [];
  for (const query of queries) all.push(rowsOf(await engine.query(query)));
  return all;
}

const engine = await start();
const queries = JSON.parse(readFileSync(0, 'utf8'));
const answered = [];
for (const trace of traces) answered.push(await answers(engine, trace, queries));
const plain = (key, value) => (typeof value === 'bigint' ? Number(value) : value);
process.stdout.write(JSON.stringify(answered, plain) + '\n');

import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A client as the suite knows it. */
export type Client = {
  name: string;
  /** Prepares the runner in a folder and returns its command; throws when this machine has no compiler for it. */
  prepare(folder: string): string[];
};

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

export const clients: Client[] = [
  {
    name: 'typescript',
    prepare: () => [process.execPath, at('typescript/conformance/runner.ts')],
  },
  { name: 'java', prepare: compileJava },
  { name: 'csharp', prepare: compileCsharp },
];

/** The TypeScript client on another platform's fetch. */
const reactNative: Client = {
  name: 'react-native',
  prepare: () => [process.execPath, at('typescript/conformance/react-native.ts')],
};

/** Finds a client by its name. Its test file has the same name. */
export function clientNamed(name: string): Client {
  const found = [...clients, reactNative].find((client) => client.name === name);
  if (!found) throw new Error(`there is no client ${name}`);
  return found;
}

/** Compiles the Java client as Java 8. Every warning is an error. */
function compileJava(folder: string): string[] {
  // `-options`: a later JDK warns that Java 8 is old, which says nothing about the code.
  const strict = ['--release', '8', '-Xlint:all,-options', '-Werror'];
  const files = globSync('**/*.java', { cwd: at('java') }).map((file) => at(`java/${file}`));
  compile('javac', [...strict, '-encoding', 'UTF-8', '-d', folder, ...files], folder);
  return ['java', '-XX:+UseSerialGC', '-cp', folder, 'adwarden.Runner'];
}

/** Compiles the C# client as C# 7.2. Every warning is an error. */
function compileCsharp(folder: string): string[] {
  const program = `${folder}/runner.exe`;
  const strict = ['-langversion:7.2', '-warn:4', '-warnaserror'];
  const files = globSync('**/*.cs', { cwd: at('csharp') }).map((file) => at(`csharp/${file}`));
  const options = [...strict, '-r:System.Net.Http.dll', `-out:${program}`];
  compile('mcs', [...options, ...files], folder);
  return ['mono', program];
}

/** Runs a compiler that writes into `folder`; throws when it fails, or when this machine has none. */
function compile(compiler: string, args: string[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  const { error, status, stdout, stderr } = spawnSync(compiler, args, {
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (status !== 0) throw new Error(`${compiler}: ${error ?? ''}\n${stdout}${stderr}`);
}

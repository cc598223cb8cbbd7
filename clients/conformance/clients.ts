import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
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
  { name: 'java', prepare: (folder) => compileJava(folder) },
  { name: 'csharp', prepare: compileCsharp },
  { name: 'swift', prepare: compileSwift },
];

/** The TypeScript client on two other platforms: React Native, and a page in Chromium. */
const ofTypescript = ['react-native', 'web-view'].map((name) => ({
  name,
  prepare: () => [process.execPath, at(`typescript/conformance/${name}.ts`)],
}));

/** The Java client on okhttp's URLConnection, which is like Android's. */
const okHttp: Client = {
  name: 'java-okhttp',
  prepare: (folder) => [...compileJava(folder, okHttpJars), 'okhttp'],
};
const okHttpJars = ['okhttp', 'okhttp-urlconnection', 'okio'].map(
  (jar) => `/usr/share/java/${jar}.jar`,
);

/** Finds a client by its name. Its test file has the same name. */
export function clientNamed(name: string): Client {
  const found = [...clients, ...ofTypescript, okHttp].find((client) => client.name === name);
  if (!found) throw new Error(`there is no client ${name}`);
  return found;
}

/** Compiles the Java client as Java 8. Every warning is an error. `jars` are there when it runs. */
function compileJava(folder: string, jars: string[] = []): string[] {
  // `-options`: a later JDK warns that Java 8 is old, which says nothing about the code.
  const strict = ['--release', '8', '-Xlint:all,-options', '-Werror'];
  const files = globSync('**/*.java', { cwd: at('java') }).map((file) => at(`java/${file}`));
  compile('javac', [...strict, '-encoding', 'UTF-8', '-d', folder, ...files], folder);
  return ['java', '-XX:+UseSerialGC', '-cp', [folder, ...jars].join(':'), 'adwarden.Runner'];
}

/** Compiles the C# client as C# 7.2. Every warning is an error. */
function compileCsharp(folder: string): string[] {
  const program = `${folder}/runner.exe`;
  const strict = ['-langversion:7.2', '-warn:4', '-warnaserror'];
  const files = globSync('{src,conformance}/*.cs', { cwd: at('csharp') }).map((file) =>
    at(`csharp/${file}`),
  );
  const options = [...strict, `-out:${program}`];
  compile('mcs', [...options, ...files], folder);
  return ['mono', program];
}

/** The folder that `scripts/swift-root.mjs` made. */
const swiftRoot = process.env.SWIFT_ROOT ?? '';

/** Compiles the Swift client in SWIFT_ROOT; it runs outside, with the libraries from there. Every warning is an error. */
function compileSwift(folder: string): string[] {
  const places = ['--package-path', '/client/conformance', '--scratch-path', '/folder'];
  runInSwiftRoot(folder, ['swift', 'build', ...places, '-Xswiftc', '-warnings-as-errors']);
  const [loader = ''] = globSync(`${swiftRoot}/usr/lib/*-linux-gnu/ld-linux-*.so.*`);
  const libraries = `${dirname(loader)}:${swiftRoot}/usr/libexec/swift/lib/swift/linux`;
  return [loader, '--library-path', libraries, `${folder}/debug/Runner`];
}

/** Runs a compiler in SWIFT_ROOT, where the Swift client is /client and `folder` is /folder. */
export function runInSwiftRoot(folder: string, command: string[]): void {
  // The mounts are in a namespace of their own, so they end with the compiler.
  const script = `set -e
    mkdir -p "$0/client" "$0/folder"
    mount -t proc proc "$0/proc"
    mount --bind "$1" "$0/client"
    mount --bind "$2" "$0/folder"
    shift 2
    exec chroot "$0" "$@"`;
  const args = ['--mount', 'sh', '-c', script, swiftRoot, at('swift'), folder, ...command];
  compile('unshare', args, folder);
}

/** Runs a compiler that writes into `folder`; throws when it fails, or when this machine has none. */
function compile(compiler: string, args: string[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  const { error, status, stdout, stderr } = spawnSync(compiler, args, {
    encoding: 'utf8',
    timeout: 280_000,
  });
  if (status !== 0) throw new Error(`${compiler}: ${error ?? ''}\n${stdout}${stderr}`);
}

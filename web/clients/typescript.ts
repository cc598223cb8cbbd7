import { fileURLToPath } from 'node:url';
import { type OutputChunk, rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { type Files, version } from './files.ts';
import type { Manifest } from './npm.ts';

const source = (name: string) =>
  fileURLToPath(new URL(`../../clients/typescript/${name}.ts`, import.meta.url));

type Format = {
  /** The ending of the files. */
  ending: string;
  format: 'es' | 'cjs' | 'iife';
  entries: string[];
};
const formats: Format[] = [
  { ending: 'mjs', format: 'es', entries: ['adwarden', 'file-storage'] },
  { ending: 'js', format: 'cjs', entries: ['adwarden', 'file-storage'] },
  // For Cordova and plain pages: a script that sets the variable Adwarden.
  { ending: 'global.js', format: 'iife', entries: ['adwarden'] },
];
/** The same types for both ways of importing. */
const typeEndings = ['d.mts', 'd.ts'];

const entry = (name: string) => ({
  import: { types: `./${name}.d.mts`, default: `./${name}.mjs` },
  default: { types: `./${name}.d.ts`, default: `./${name}.js` },
});

/** Of the package, whose files differ from those of the folder. Old bundlers read `main` and `types` only. */
export const typescriptManifest: Manifest = {
  name: '@adwarden/client',
  version,
  description: 'The ads of an Adwarden server, in React Native, Expo, Capacitor, Cordova and Node',
  license: 'MIT',
  main: './adwarden.js',
  types: './adwarden.d.ts',
  exports: {
    '.': entry('adwarden'),
    './file-storage': entry('file-storage'),
    './global': './adwarden.global.js',
    './package.json': './package.json',
  },
  sideEffects: false,
};

/** Old bundlers, web views and React Native's engines read this. */
const target = 'es2017';
/** Bundles one entry; returns its code. */
async function bundle(
  name: string,
  format: 'es' | 'cjs' | 'iife',
  { areTypes = false } = {},
): Promise<string> {
  const build = await rolldown({
    input: source(name),
    external: /^node:/,
    platform: 'neutral',
    // The house's own would define fields, whatever is said below.
    tsconfig: false,
    transform: {
      target,
      // Fields are set, not defined: old engines would need a function for that, a tenth of the code.
      assumptions: { setPublicClassFields: true },
      typescript: { removeClassFieldsWithoutInitializer: true },
    },
    plugins: areTypes ? [dts({ dtsOnly: true, generator: 'oxc', tsconfig: false })] : [],
  });
  const { output } = await build.generate({
    format,
    name: 'Adwarden',
    exports: 'named',
    minify: format === 'iife',
    comments: areTypes,
  });
  await build.close();
  return (output.find(({ type }) => type === 'chunk') as OutputChunk).code;
}

/** The code and the types of the client for npm, by file name. */
export async function typescriptFiles(): Promise<Files> {
  const files: Files = new Map();
  const add = (file: string, code: string) => files.set(file, Buffer.from(code));
  for (const { ending, format, entries } of formats) {
    for (const name of entries) add(`${name}.${ending}`, await bundle(name, format));
  }
  for (const name of ['adwarden', 'file-storage']) {
    const types = await bundle(name, 'es', { areTypes: true });
    for (const ending of typeEndings) add(`${name}.${ending}`, types);
  }
  return files;
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

type Package = { name: string; version: string; license?: string | undefined };

/** The package that a module belongs to; null for our own code. */
function packageOf(file: string): Package | null {
  if (!file.includes('/node_modules/')) return null;
  for (let folder = dirname(file); !folder.endsWith('/node_modules'); folder = dirname(folder)) {
    const path = join(folder, 'package.json');
    const { name, version, license } = existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<Package>)
      : {};
    // A folder of a package may have a package.json that says only how its files are read.
    if (name && version) return { name, version, license };
  }
  return null;
}

/** Notes in `.packages.json` which packages are in the pages, by their scripts and by files such as fonts (scripts/sbom.mjs). */
export function packages(): Plugin {
  let root = '';
  return {
    name: 'packages',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((each) =>
        each.type === 'chunk'
          ? each.moduleIds
          : each.originalFileNames.map((name) => resolve(root, name)),
      );
      const found = new Map<string, Package>();
      for (const file of files) {
        const one = packageOf(file.replace(/[?\0].*$/, ''));
        if (one) found.set(`${one.name}@${one.version}`, one);
      }
      const sorted = [...found.keys()].sort().map((key) => found.get(key));
      this.emitFile({
        type: 'asset',
        fileName: '.packages.json',
        source: JSON.stringify(sorted, null, 1),
      });
    },
  };
}

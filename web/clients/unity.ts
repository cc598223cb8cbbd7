import { createHash } from 'node:crypto';
import { type Files, filesIn } from './files.ts';
import type { Manifest } from './npm.ts';

/** The client for Unity's package manager: the sources, each with the `.meta` file that Unity wants of a package. */
export function unityPackage(): { manifest: Manifest; files: Files } {
  const sources = filesIn('clients/csharp');
  const manifest = JSON.parse(String(sources.get('package.json'))) as Manifest;
  sources.delete('package.json');
  const files: Files = new Map();
  const paths = ['package.json', ...sources.keys()];
  const folders = new Set(
    paths.filter((path) => path.includes('/')).map((path) => path.replace(/\/[^/]*$/, '')),
  );
  for (const [path, bytes] of sources) files.set(path, bytes);
  for (const path of paths) files.set(`${path}.meta`, metaOf(path, false));
  for (const folder of folders) files.set(`${folder}.meta`, metaOf(folder, true));
  return { manifest, files };
}

/** Unity finds a file again by this ID, so it depends on nothing but the path. */
function metaOf(path: string, isFolder: boolean): Buffer {
  const guid = createHash('md5').update(`adwarden/${path}`).digest('hex');
  const folder = isFolder ? 'folderAsset: yes\nDefaultImporter:\n  externalObjects: {}\n' : '';
  return Buffer.from(`fileFormatVersion: 2\nguid: ${guid}\n${folder}`);
}

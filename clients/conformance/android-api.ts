import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const textOf = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../java/${path}`, import.meta.url)), 'utf8');

/** A class or member of the platform that the jar uses, and the first API level that has it. */
type Used = {
  level: number;
  /** A class, or a method or field with its types: `android.content.SharedPreferences.edit(): Editor`. */
  name: string;
  /** The check that keeps older phones from it. */
  guard: string | undefined;
};

/** The lines of the table: what the compiler has linked, and what is looked up by its name. */
export function apiTable(): { linked: Used[]; byName: Used[] } {
  const [linked = '', byName = ''] = textOf('conformance/android-api.txt').split('# By name');
  return { linked: linesOf(linked), byName: linesOf(byName) };
}

const linesOf = (text: string): Used[] =>
  [...text.matchAll(/^(\d+) (.*?)(?: {2}# (.*))?$/gm)].map(([, level, name = '', guard]) => ({
    level: Number(level),
    name,
    guard,
  }));

/** The oldest API level that the README promises. */
export const oldestApi = (): number =>
  Number(/Android 5 \(API level (\d+)\) and later/.exec(textOf('README.md'))?.[1]);

/** The name of a member as it stands in code. */
export const memberName = (name: string): string => /([\w$]+)(?:\(.*|:.*)$/.exec(name)?.[1] ?? '';

/** The classes and members of the platform that these classes use: those that are linked, and those looked up by name. */
export function usedBy(classFiles: string[]): { linked: Set<string>; texts: Set<string> } {
  const { status, stdout, stderr, error } = spawnSync('javap', ['-v', '-p', ...classFiles], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 170_000,
  });
  if (status !== 0) throw new Error(`javap: ${error ?? stderr}`);
  const classes = stdout
    .split(/^Classfile /m)
    .slice(1)
    .map(readClass);
  const own = new Map(classes.map((each) => [each.name, each]));
  /** The class that has a member, which may be above the one that the compiler names. */
  const ownerOf = (owner: string, member: string): string => {
    const found = own.get(owner);
    return found && !found.members.has(member) ? ownerOf(found.above, member) : owner;
  };
  const linked = new Set<string>();
  const texts = new Set<string>();
  for (const { refs, classNames, strings } of classes) {
    for (const name of classNames) if (isForeign(name, own)) linked.add(dotted(name));
    for (const [named, member] of refs) {
      const owner = ownerOf(named, member);
      if (isForeign(owner, own)) linked.add(`${dotted(owner)}.${readable(member)}`);
    }
    const looksUp = refs.some(
      ([owner, member]) => owner === 'java/lang/Class' && /^forName/.test(member),
    );
    if (looksUp) for (const text of strings) texts.add(text);
  }
  return { linked, texts };
}

/** Lambdas are left out: Android's compiler turns them into classes. */
const isForeign = (name: string, own: ReadonlyMap<string, unknown>) =>
  !own.has(name) && !name.startsWith('[') && !name.startsWith('java/lang/invoke/');

const dotted = (name: string) => name.replaceAll('/', '.').replaceAll('$', '.');

/** The output of javap for one class: the constants of its file, and its members. */
function readClass(text: string) {
  const constants = (kind: string) =>
    [...text.matchAll(new RegExp(`= ${kind} +[#\\d.:]+ +// +(.*)$`, 'gm'))].map(([, value = '']) =>
      value.replaceAll('"', ''),
    );
  const refs = ['Methodref', 'InterfaceMethodref', 'Fieldref'].flatMap(constants).map((value) => {
    const [owner = '', name = ''] = value.split(/\.([^.]*$)/);
    return [owner, name] as const;
  });
  const members = [...text.matchAll(/^ {2}\S.*?([\w$.]+)(\(.*)?;$\n^ {4}descriptor: (.*)$/gm)].map(
    ([, name = '', , descriptor]) => `${name.includes('.') ? '<init>' : name}:${descriptor}`,
  );
  const name = /this_class: #\d+ +\/\/ (\S+)/.exec(text)?.[1] ?? '';
  const above = /super_class: #\d+ +\/\/ (\S+)/.exec(text)?.[1] ?? '';
  const strings = constants('String');
  return { name, above, refs, strings, classNames: constants('Class'), members: new Set(members) };
}

const primitives: Record<string, string> = {
  B: 'byte',
  C: 'char',
  D: 'double',
  F: 'float',
  I: 'int',
  J: 'long',
  S: 'short',
  V: 'void',
  Z: 'boolean',
};

/** `indexOf:(Ljava/lang/String;I)I` as `indexOf(String, int): int`. */
function readable(member: string): string {
  const [name, descriptor = ''] = member.split(':');
  const types = [...descriptor.matchAll(/(\[*)(?:L([^;]*);|([BCDFIJSVZ]))/g)].map(
    ([, arrays = '', type, primitive = '']) =>
      (type?.replace(/^.*[/$]/, '') ?? primitives[primitive] ?? '') + '[]'.repeat(arrays.length),
  );
  const value = types.pop();
  return `${name}${descriptor.startsWith('(') ? `(${types.join(', ')})` : ''}: ${value}`;
}

/** Makes of compiled classes what they are on the oldest Android: what is newer has no such name there. */
export function takeNewerAway(folder: string): void {
  const oldest = oldestApi();
  const newer = apiTable().linked.flatMap(({ level, name }) =>
    level > oldest ? [memberName(name)] : [],
  );
  const gone = new Set<string>();
  for (const file of globSync(join(folder, 'adwarden/*.class'))) {
    edit(file, (code) =>
      newer.reduce((left, name) => {
        if (left.includes(name)) gone.add(name);
        return left.replaceAll(name, `X${name.slice(1)}`);
      }, code),
    );
  }
  if (gone.size < newer.length) throw new Error(`the classes use only ${[...gone]} of ${newer}`);
  // The stub has its level as a text of two digits.
  const stub = join(folder, 'android/os/Build$VERSION.class');
  edit(stub, (code) => code.replace('\u000235', `\u0002${oldest}`));
}

/** Changes the bytes of a file. */
function edit(file: string, change: (code: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'latin1')), 'latin1');
}

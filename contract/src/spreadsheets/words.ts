import type { AppChoice } from '../apps.ts';
import { inNormalForm } from '../unicode.ts';

/*
 * The words that spreadsheets, store consoles and people have for the values of a field with a choice. Excel makes TRUE and FALSE
 * of what it takes for on and off, and writes them in its own language.
 */

/** Words that are read as a value, and words that only seem to mean it, which a person is asked about. */
type Words = { read: string; proposed?: string };

const switches: Record<string, Words> = {
  on: {
    read: `on true yes y 1 active enabled enable activated ✓ ✔ ☑ wahr vrai verdadero verdadeiro vero waar sant sand sann tosi pravda
      prawda igaz adevărat doğru истина ja oui sí si sim да हाँ aktiv actif`,
    proposed: 't',
  },
  off: {
    read: `off false no n 0 inactive disabled disable deactivated ✗ ✘ ☐ falsch faux falso onwaar falskt falsk usann epätosi nepravda
      fałsz hamis fals yanlış ложь nein non não nee нет नहीं inaktiv inactif`,
    proposed: 'f none',
  },
};

const statuses: Record<string, Words> = {
  live: {
    read: `live published publish active production in-production released release public online ready-for-sale
      ready-for-distribution veröffentlicht aktiv publié actif`,
    // In a column "Live".
    proposed: 'y yes true ja oui sí sim wahr',
  },
  'in-develop': {
    read: `in-develop in-development development develop dev draft testing test in-testing alpha beta internal-testing
      closed-testing open-testing prepare-for-submission entwurf brouillon`,
    proposed: 'new in-review waiting-for-review pending n no false nein non não falsch faux',
  },
  suspend: {
    read: `suspend suspended removed unpublished removed-from-sale removed-by-google developer-removed-from-sale gesperrt suspendu`,
    proposed: 'blocked banned rejected inactive paused offline',
  },
};

const keyOf = (text: string) =>
  inNormalForm(text, 'NFKC')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '-');

type Meaning = { value: string; isSure: boolean };

function meaningsOf(words: Record<string, Words>): Map<string, Meaning> {
  const entries = (value: string, text: string, isSure: boolean) =>
    text.split(/\s+/).map((word) => [keyOf(word), { value, isSure }] as const);
  return new Map(
    Object.entries(words).flatMap(([value, { read, proposed }]) => [
      ...entries(value, read, true),
      ...(proposed ? entries(value, proposed, false) : []),
    ]),
  );
}

const switchMeanings = meaningsOf(switches);
const meanings: Record<AppChoice, Map<string, Meaning>> = {
  adsStatus: switchMeanings,
  visibleExtra: switchMeanings,
  ipAddress: switchMeanings,
  appStatus: meaningsOf(statuses),
};

const everywhere = new Set(
  `all any everywhere worldwide world-wide world global globally all-countries every-country no-restriction alle weltweit überall
   alle-länder monde-entier partout tous-les-pays todo-el-mundo todos mundial todos-los-países todos-os-países tutto-il-mondo`
    .split(/\s+/)
    .map(keyOf),
);
const nothing = new Set(['na', 'n/a', 'n.a.', 'nil', 'none', 'null', '-', '–', '—'].map(keyOf));

/** Tells whether a text in the place of countries means all of them. */
export const meansEverywhere = (text: string): boolean => everywhere.has(keyOf(text));

/** Tells whether a text in the place of an ad unit says that there is none. */
export const meansNothing = (text: string): boolean => nothing.has(keyOf(text));

/** The longest word of the table, and some. */
const longestWord = 40;

/** Tells whether a field is a choice that the table has words for. */
export const isChoice = (field: string): field is AppChoice => Object.hasOwn(meanings, field);

/** Returns the value that a word of a file means, and whether that is sure; null for any other text. */
export function meaningOfWord(field: AppChoice, text: string): Meaning | null {
  return text.length > longestWord ? null : (meanings[field].get(keyOf(text)) ?? null);
}

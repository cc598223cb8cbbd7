import { type AdUnitKind, adUnitKinds, adUnitSlots } from '../ad-units.ts';
import { fieldNames } from '../field-names.ts';
import { inNormalForm } from '../unicode.ts';
import { type ImportField, type ImportMapping, importFields } from './imports.ts';

const wordsOf = (text: string): string[] => text.split(/\s*,\s*/);

/** Other headings of columns, besides the names and the labels of the fields: as publishers write them, in several languages. */
const otherNames: Partial<Record<ImportField, string[]>> = {
  appName: wordsOf(
    `name, app, application, application name, title, app title, game, game name, anwendung, nom, nombre, nome`,
  ),
  packageName:
    wordsOf(`package, package id, application id, bundle id, bundle, bundle identifier, app store id, store id,
    apple id, play store link, app store link, google play link, play link, store link, store url, play store url,
    app store url, google play url, play url, app link, app url, itunes link, itunes url, store page, paketname, paket,
    nom du package, paquete, nombre del paquete, pacote, nome do pacote, pacchetto`),
  accountName:
    wordsOf(`account, developer account, developer, developer name, publisher, publisher account, play console,
    console account, company, konto, entwicklerkonto, entwickler, compte, cuenta, conta, sviluppatore`),
  category: wordsOf(
    `store category, app category, genre, kategorie, catégorie, categoría, categoria`,
  ),
  selectedUser:
    wordsOf(`user, owner, owner id, login, login id, owner name, client, client name, app owner, manager, benutzer,
    besitzer, inhaber, propriétaire, propietario, proprietário, proprietario`),
  adsStatus:
    wordsOf(`ads, ads on, ad status, ads enabled, ads active, show ads, werbung, anzeigen, publicité, publicités,
    anuncios, publicidad, anúncios, publicidade, annunci, pubblicità`),
  appStatus: wordsOf(
    `status, live, state, store status, published, release status, statut, estado, stato`,
  ),
  visibleExtra: ['extra'],
  ipAddress: ['ip', 'ip rules'],
  note: wordsOf(`notes, comment, comments, remark, remarks, bemerkung, bemerkungen, notiz, kommentar, remarque, remarques,
    commentaire, nota, notas, comentarios, observações, observaciones`),
  country:
    wordsOf(`countries, target countries, target country, target geo, geo, geos, country list, allowed countries, land,
    länder, pays, país, países, paese, paesi`),
};

/** The words of each kind of ad unit in headings. Other words were taken away before: "AdMob Banner Ad Unit ID 2" is "banner 2". */
const unitNames: Record<AdUnitKind, string[]> = {
  native: wordsOf('native, nativ, nativa, natif'),
  banner: wordsOf('banner, bannière, bandeau'),
  interstitial: wordsOf('interstitial, interstitials, inter, interstitiel, intersticial'),
  'app-open': wordsOf('appopen, openapp, appstart'),
  reward: wordsOf(
    'reward, rewarded, rewards, rewarded video, belohnung, récompense, recompensa, premiado',
  ),
};
const aroundUnits =
  /(?<!\p{L})(?:google|admob|ads?|units?|ids?|advanced|anzeigenblock)(?!\p{L})/giu;

const keyOf = (heading: string) =>
  inNormalForm(heading, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Each known heading with its field; `rank` 0 is the best. */
const known = new Map<string, { field: ImportField; rank: number }>();
for (const field of importFields) {
  const label = field === 'selectedUser' ? fieldNames.userID : fieldNames[field];
  const names = [field, label, ...(otherNames[field] ?? [])];
  for (const [rank, name] of names.entries()) {
    const key = keyOf(name);
    if (!known.has(key)) known.set(key, { field, rank: Math.max(0, rank - 1) });
  }
}

/** The ad units by kind and number: "banner2". A heading without a number is the first one. */
const knownUnits = new Map<string, ImportField>();
for (const kind of adUnitKinds) {
  const slots = adUnitSlots.filter((slot) => slot.kind === kind);
  for (const name of unitNames[kind].map(keyOf)) {
    for (const [index, slot] of slots.entries()) {
      knownUnits.set(`${name}${index + 1}`, slot.name);
      if (index === 0) knownUnits.set(name, slot.name);
    }
  }
}

/** The worst rank of a heading: it has other words around the known one. */
const lastRank = Number.MAX_SAFE_INTEGER;

/** Finds the field of a heading. Brackets may say how the cells are written: "Live (Y/N)". */
function fieldOf(heading: string): { field: ImportField; rank: number } | undefined {
  const whole = known.get(keyOf(heading));
  if (whole) return whole;
  const begun = heading.replace(/\s*[([].*$/su, '');
  const field =
    known.get(keyOf(begun))?.field ?? knownUnits.get(keyOf(begun.replaceAll(aroundUnits, ' ')));
  return field && { field, rank: lastRank };
}

/**
 * Guesses which field each column is from the headings. A field gets one column at most: the one with the best heading.
 *
 *     guessMapping(['App ID', 'Name', 'Price']); // { 'App ID': 'appID', Name: 'appName', Price: null }
 */
export function guessMapping(headings: readonly string[]): ImportMapping {
  const best = new Map<ImportField, { heading: string; rank: number }>();
  for (const heading of headings) {
    const found = fieldOf(heading);
    if (found && found.rank < (best.get(found.field)?.rank ?? Number.POSITIVE_INFINITY)) {
      best.set(found.field, { heading, rank: found.rank });
    }
  }
  return Object.fromEntries(
    headings.map((heading) => {
      const field = fieldOf(heading)?.field;
      return [heading, field && best.get(field)?.heading === heading ? field : null];
    }),
  );
}

import { type AdUnitKind, adUnitKinds } from '../ad-units.ts';

/** A text's word for the format of an ad unit. `other`: a format for which an application has no field. */
export type Format = AdUnitKind | 'other';

/**
 * The words of ad networks for the formats. English: AdMob's list and its API (`APP_OPEN`, `REWARDED`), AppLovin's API (`INTER`,
 * `MREC`, `LEADER`). Other languages, as Google's own pages had them in November 2026:
 * developers.google.com/admob/api/reference/rest/v1beta/accounts.adUnits (hl=id, th, zh-cn, zh-tw),
 * developers.google.com/admob/ios/mediate (es), /ios/mediation (es-419), /ios/app-open (ru), /android/banner/collapsible (ru),
 * developers.google.com/ad-manager/mobile-ads-sdk/unity/rewarded-interstitial (pt-br),
 * support.google.com/admob/answer/7311747 (ru, vi), 9620632 and 9884467 (vi), accounts.adUnits and answer/9620632 (fr),
 * answer/9905527 and 9341964 (de).
 */
const words: Record<AdUnitKind, RegExp> = {
  native: /\bnati(?:fs?|v|v[aeo]s?)(?:ads?)?\b|原生|เนทีฟ/gu,
  banner:
    /[a-z]{0,20}banner[a-z]{0,20}|\bbannières?|\bmrecs?\b|\bleader(?:board)?s?\b|баннер[а-я]*|横幅|橫幅|แบนเนอร์/gu,
  interstitial:
    /[a-z]{0,20}inters(?:ti[ct]i|tis)[a-z]{0,20}|\binters?(?:ads?)?\b|插页式?|插頁式?|xen kẽ|คั่นระหว่างหน้า/gu,
  'app-open':
    /\bapp ?open(?:ing|s|ads?)?\b|\bopen ?app\b|\bopen ads?\b|\baoa\b|\bapp start\b|à l ouverture(?: d une application)?|при запуске приложения|khi mở ứng dụng|layar pembuka(?: aplikasi)?|开屏|應用程式開啟頁面|เปิดแอป/gu,
  reward:
    /[a-z]{0,20}reward[a-z]{0,20}|\b(?:bonificad|recompensad|premiad)[ao]s?\b|с вознаграждением|avec récompense|récompensée?s?|mit prämie|có tặng thưởng|激励|獎勵|ได้รับรางวัล/gu,
};

/** Words that stand beside a format without a meaning of their own: 'Native advanced', 'Rewarded video (beta)'. */
const filling =
  /\b(?:ads?|advanced|avan[zç]ad[ao]s?|annonces?|anuncios?|anzeigen?|beta|format|iklan|kind|type|unit|videos?)\b|anúncios?|vídeos?|quảng cáo|объявлени[а-я]*|广告|廣告|格式|โฆษณา/gu;

/** Returns the text in small letters, with blanks between the words of `bannerHome1` and `BANNER_HOME`. */
const inWords = (text: string): string =>
  text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

const formatsIn = (spaced: string): AdUnitKind[] =>
  adUnitKinds.filter((kind) => spaced.search(words[kind]) >= 0);

/** Characters of a piece that may name a format; a longer one is something else. */
const longestPiece = 300;

/** Returns the format that a name or a piece of code speaks of; null for none, and for several. */
export function formatInName(text: string): Format | null {
  if (text.length > longestPiece) return null;
  const spaced = inWords(text);
  if (/reward(?:ed)? ?(?:ads? )?inter|\brinter\b/.test(spaced)) return 'other';
  // Native banners, as Meta and AppLovin have them, are native ads.
  const formats = formatsIn(spaced.replace(/\bnative banner/, 'native'));
  return formats.length === 1 ? (formats[0] ?? null) : null;
}

/** Characters of a cell that may be a format; the longest one has 40. */
const longestCell = 60;

/** Returns the format that a cell is: it says nothing else. Null for every other text. */
export function formatOfCell(text: string): Format | null {
  if (text.length > longestCell) return null;
  const spaced = inWords(text);
  // AppLovin's API says so of rewarded interstitials.
  if (spaced === 'rinter') return 'other';
  const formats = formatsIn(spaced);
  const rest = formats.reduce((left, kind) => left.replace(words[kind], ' '), spaced);
  if (formats.length === 0 || rest.replace(filling, ' ').trim() !== '') return null;
  if (formats.length === 1) return formats[0] ?? null;
  return formats.includes('reward') && formats.includes('interstitial') ? 'other' : null;
}

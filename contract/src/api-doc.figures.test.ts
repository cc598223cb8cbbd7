import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { adUnitSlots } from './ad-units.ts';
import { limits } from './limits.ts';

/* Every figure in the prose of docs/api.md, with the limit that it comes from. */

const words = 'zero one two three four five six seven eight nine ten'.split(' ');
const word = (count: number) => words[count] ?? `no word for ${count}`;
const grouped = (count: number) => count.toLocaleString('en');
const kB = (bytes: number) => `${bytes / 1024} kB`;
const MB = (bytes: number) => `${bytes / 1024 / 1024} MB`;
const GB = (bytes: number) => `${bytes / 1024 ** 3} GB`;

const {
  batches,
  bodyBytes,
  callsOfPerson,
  changeRequests,
  kept,
  pauses,
  quotas,
  secondFactor,
  signIn,
  slowBody,
} = limits;
const { apiKeys, import: files, traffic, usage, views, webhooks } = limits;

const ofContract = [
  `fewer than ${kB(slowBody.bytes)} in ${slowBody.seconds} s`,
  `at most ${limits.marksInARow} combining marks in a row`,
  `at most ${kB(bodyBytes.few)}, for a view ${kB(bodyBytes.view)}, with countries ${kB(bodyBytes.countries)}`,
  `for an app ${kB(bodyBytes.app)} plus the icon, for a change request ${kB(bodyBytes.changes)}`,
  `for a batch ${kB(bodyBytes.batch)}, for lines of app-ads.txt ${MB(bodyBytes.lines)};`,
  `A person has ${word(callsOfPerson.atWork)} calls at work`,
  `${grouped(callsOfPerson.waiting)} may wait (429)`,
  `have at most ${grouped(limits.pageText)} characters together`,
  `a header with 1 to ${limits.idempotencyKey} visible ASCII characters`,
  `An owner has ${grouped(quotas.idempotencyKeys.user)} keys in a day and an administrator ${grouped(quotas.idempotencyKeys.admin)}`,
  `at most ${MB(limits.icon.bytes)}. Answers contain`,
  `the image is ${limits.icon.edge} × ${limits.icon.edge}`,
  `in bytes (ADR 66): ${MB(quotas.storedBytes.user)} for an owner, and ${GB(quotas.storedBytes.admin)} for an administrator`,
  `has ${GB(quotas.storedBytes.admin)} for all administrators together`,
  `the newest ${MB(limits.endedBytes.user)} of an owner (an administrator's ${GB(limits.endedBytes.admin)}) are kept`,
  `wrong passwords within ${signIn.windowMinutes} minutes are: ${word(signIn.perPair)} for one account from one network`,
  `${signIn.perAddress} from one network, and ${signIn.perAccount} for one account`,
  `signed in to the account in the last ${signIn.knownDays} days`,
  `valid for ${word(secondFactor.ticketMinutes)} minutes, for one sign-in`,
  `${word(secondFactor.perPair)} in ${signIn.windowMinutes} minutes of one account from one network, ${secondFactor.perAddress} in ${signIn.windowMinutes} minutes from one network`,
  `for \`code\` ${secondFactor.strangersADay} a day of one account`,
  `within ${secondFactor.setUpMinutes} minutes; a person has at most ${word(secondFactor.most)} factors`,
  `or the last answer, is older than ${word(limits.confirming.minutes)} minutes`,
  `The ticket is valid for ${word(secondFactor.ticketMinutes)} minutes, once, and in the session`,
  `the answer is good for one, within ${word(secondFactor.ticketMinutes)} minutes`,
  `With the first factor come ${word(secondFactor.recoveryCodes)} recovery codes`,
  `makes ${word(secondFactor.recoveryCodes)} new ones`,
  `once, within ${limits.invitations.hours} hours`,
  `works for ${limits.invitations.hours} hours and is changed`,
  `that session lasts ${limits.admins.setUpMinutes} minutes`,
  `There are at most ${limits.admins.most} administrators`,
  `\`lastSignInAt\` is known for ${signIn.knownDays} days`,
  `more than ${apiKeys.callsPerMinute} calls of an API key in a minute`,
  `It ends in ${apiKeys.days.default} days, or at \`endsAt\`, in ${apiKeys.days.max} days at most`,
  `up to ${apiKeys.addresses} addresses and networks`,
  `A person has at most ${quotas.apiKeys.user} keys that have not ended`,
  `is up to ${word(apiKeys.usedEveryMinutes)} minutes old`,
  `Keys that have ended are listed for ${kept.apiKeys.days} days`,
  `an API key ends in ${apiKeys.warnDays[0]} days, or in ${apiKeys.warnDays[1]}`,
  `whose API key it is: ${apiKeys.warnDays[0]} days before its end, and ${apiKeys.warnDays[1]}`,
  `counted within ${signIn.windowMinutes} minutes: ${signIn.perAddress} of one network, ${word(signIn.perPair)} of one link`,
  `and ${limits.sessionDays} days after the sign-in at the latest`,
  `An account has at most ${limits.sessions} sessions`,
  `Passwords have ${limits.password.min} to ${limits.password.max} characters`,
  `at most ${word(quotas.wholeLists.user)} for an owner and ${word(quotas.wholeLists.admin)} for an administrator`,
  `(from 0), \`pageSize\` (${limits.pageSize}, at most ${limits.maxPageSize})`,
  `and the ${adUnitSlots.length} ad units are optional`,
  `the ${adUnitSlots.length} ad units, \`note`,
  `(0 to ${limits.oldTokenDays.max}, default ${limits.oldTokenDays.default})`,
  `what the phone asked with, up to ${grouped(limits.text.asked)} characters`,
  `for ${word(limits.connect.minutes)} minutes`,
  `an owner watches ${limits.connect.appsOf.user} apps at once, an administrator ${limits.connect.appsOf.admin}, the newest ones`,
  `of owners and accounts there are at most ${limits.filters.values}, those`,
  `stores up to ${limits.filters.terms} texts`,
  `or ad unit, with ${grouped(limits.filters.length)} characters in all`,
  `The ${kept.pastedLists.ofPerson} lists that a person has pasted last are kept, for ${kept.pastedLists.days} days`,
  `of up to ${grouped(batches.each.apps)} apps with ${grouped(batches.each.text)} characters together`,
  `The stream ends after ${limits.connect.streamSeconds} s`,
  `no office has heard of the edge for ${limits.edges.silentSeconds} seconds`,
  `silent for ${kept.edges.days} days is deleted`,
  `Figures are kept for ${kept.usage.days} days`,
  `(1 to ${kept.usage.days}, default ${usage.days};`,
  `are the ${word(usage.topApps)} with most requests`,
  `Hours are kept for ${kept.usageHours.days} days, days for ${kept.usage.days} (`,
  `without \`from\` ${traffic.steps.hour} hours or ${traffic.steps.day} days`,
  `the newest ${traffic.marks} (`,
  `each valid token in the last ${kept.tokenUses.days} days`,
  `increases and decreases, ${word(traffic.differences)} of each`,
  `with \`days=${traffic.comparedDays[1]}\` the ${word(traffic.comparedDays[1] - 1)} days before`,
  `For more than ${grouped(limits.pauses.judged)} apps \`withAds\` is null`,
  `a person has ${quotas.pauses.user} active pauses (an administrator ${grouped(quotas.pauses.admin)};`,
  `names more than ${grouped(quotas.pausedApps.user)} apps in them (an administrator ${grouped(quotas.pausedApps.admin)})`,
  `\`appIDs\`: 1 to ${grouped(pauses.apps)}, each once`,
  `At most ${changeRequests.openOfApp} requests may be open for an app, ${grouped(quotas.changeRequests.user)} of one owner, and ${grouped(quotas.changeRequests.admin)} of one administrator`,
  `were down for ${changeRequests.missedAfterHours} hours`,
  `the newest ${grouped(limits.changes.found)} entries with a longer word`,
  `kept for ${kept.changeRequests.days} days, at most ${grouped(kept.changeRequests.ofPerson)} of each author`,
  `{"appIDs": […]}\` (1 to ${grouped(batches.ids)}, each once)`,
  `the list would show, at most ${grouped(batches.apps)}`,
  `look at the first ${batches.compared} that`,
  `expires after ${batches.previewMinutes} minutes`,
  `the newest ${word(batches.previews)} are kept (at most ${MB(batches.previewBytes)} of them)`,
  `and ${word(quotas.previewsInTheMaking.user)} is made at a time`,
  `the first ${grouped(batches.refusedListed)}, with at most ${batches.errors.ofRow} errors each`,
  `at most ${batches.partApps} in a transaction`,
  `At most ${word(quotas.runningBatches.user)} batches of one person`,
  `the last 24 hours fill ${MB(quotas.loggedBytes.user)} of the log (an administrator's ${quotas.loggedBytes.admin / 1024 ** 3} GB; 409)`,
  `An undo may go on to ${quotas.loggedBytesOfUndo.user / 1024 ** 3} GB (an administrator's ${quotas.loggedBytesOfUndo.admin / 1024 ** 3} GB)`,
  `batches are kept for ${kept.batches.days} days, at most ${grouped(kept.batches.ofPerson)} of each author`,
  `live apps (at most ${grouped(limits.appAds.publishers)})`,
  `further lines (at most ${grouped(limits.text.extraLines)} characters;`,
  `waits ${limits.appAds.seconds} s for the file and ${limits.appAds.seconds} s for \`robots.txt\`, reads at most ${MB(limits.appAds.bytes)},`,
  `of \`robots.txt\` the first ${kB(limits.appAds.robotsBytes)}`,
  `at most ${word(limits.appAds.redirects)} within the domain, or one to another`,
  `cut to ${limits.appAds.lineLength} characters; the first ${limits.appAds.listed} of each`,
  `in the order of their ids (1 to ${grouped(batches.ids)};`,
  `at most ${MB(files.bytes)}, ${grouped(files.rows)} rows and ${files.columns} columns, a row at most ${MB(files.rowLength)}`,
  `one over ${MB(files.bytes)} a 413`,
  `at most ${MB(files.workbook.unpackedBytes)} unpacked, ${files.workbook.ratio} times the size of the file, ${grouped(files.workbook.entries)} parts, ${files.workbook.sheets} sheets and ${grouped(files.workbook.cells)} cells`,
  `at most ${grouped(files.meanings)} values, compared`,
  `have at most ${grouped(limits.multipart.fieldBytes)} bytes each`,
  `(the ${files.unknown.listed} most frequent ones)`,
  `at most ${grouped(files.someRows)} numbers of rows`,
  `sends at most ${word(quotas.uploads.user)} files at once, an administrator ${word(quotas.uploads.admin)} (503); all owners together send at most ${word(quotas.uploads.owners)}`,
  `at most ${grouped(views.queryLength)} characters in all`,
  `at most ${limits.bell.decisions} that wait for a decision, and ${limits.bell.shown} others`,
  `Items are kept for ${kept.bell.days} days, at most ${kept.bell.ofPerson} of each person`,
  `adds one; at most ${webhooks.most} (409)`,
  `at most ${grouped(webhooks.url)} characters, without a user`,
  `when the event would be larger than ${kB(webhooks.bytes)}`,
  `Any 2xx within ${webhooks.seconds} seconds`,
  `After ${webhooks.hours} hours the webhook is turned off`,
  `pages of the last ${webhooks.deliveries}, the newest first`,
  `At most ${limits.alarms.atOnce} alarms are on their way to a webhook at once, and at most ${limits.alarms.waitingOf} that one`,
  `when the caller has ${quotas.views.user} views (an administrator ${quotas.views.admin}), private and shared`,
];

/** Figures that are no limit of the contract. */
const ofServer = [
  'Headers that take more than 20 s',
  'the first three have no body',
  'a connection with more than 64 waiting',
  'cut to 2,000, 500 or 100,',
  'the token, 43 characters,',
  'These three calls answer',
  'an IPv6 /64',
  '`secondsLeft` is 0, and',
  'limited to ten a minute',
  'within 2 s of each new answer (of several in 1.2 s,',
  'ends within a second when its session ends',
  'about ten seconds old',
  'about silent edges every five minutes',
  'caches may keep it for five minutes',
  'every site is checked once a day by itself',
  'of the last seven days',
  'of the four weeks before',
  'by its last four characters',
  'in the last seven days',
  'are the five apps with the worst open findings',
  'and 0 as `requests7d`',
  'after 5 seconds, then 15, then later and later',
  'HMAC-SHA256, in hex',
  'Any 2xx',
  '(7 or 30, default 7)',
  'all but the last three',
  'the headings are row 1), objects of JSON from 1.',
  'UTF-16 or Windows-1252, in which',
  '("Ads Status: 12 cells TRUE read as on")',
];

/** Digits that are no figure: examples, statuses, names of standards, and values of headers. */
const noFigures = [
  /```[\s\S]*?```/g,
  /`\d{3}`|\b[2-5]\d\d\b(?! (?:apps|bytes|characters|columns|days|kB|MB|requests|rows|s)\b)/g,
  /\b(?:ADR \d+(?:, \d+)*|RFC \d+(?:, [\d.]+)?|ISO 8601|UTF-\d+|OpenAPI 3\.1|IPv[46]|alpha-[23])/g,
  /`[^`]*`/g,
  /\]\([^)]*\)/g,
];

const figure = new RegExp(`.{0,40}(?:\\d|\\b(?:${words.slice(3).join('|')})\\b).{0,40}`, 'g');

it('every figure in docs/api.md is the one of the contract', () => {
  let prose = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const missing = [...ofContract, ...ofServer].filter((text) => !prose.includes(text));
  expect(missing, 'not in the page').toEqual([]);
  for (const text of [...ofContract, ...ofServer]) prose = prose.replaceAll(text, '');
  for (const pattern of noFigures) prose = prose.replaceAll(pattern, '');
  expect(prose.match(figure) ?? [], 'not in this test').toEqual([]);
});

import { can } from '../people/abilities.ts';
import type { PersonKind } from '../people/people.ts';
import type { FindingRule } from './rules.ts';

/** The texts of a rule for people: its title, why it matters, and what to do. */
export type FindingTexts = { title: string; why: string; todo: string };

const noAds = 'The ad network answers such an id with an error, so this place shows no ads.';

export const findingTexts: Record<FindingRule, FindingTexts> = {
  'app-id-in-slot': {
    title: 'App ID in an ad unit',
    why: 'An id with “~” names the whole app at AdMob. Ads cannot be requested with it, so this place shows no ads.',
    todo: 'Copy the id of the ad unit: it has “/” in place of “~”.',
  },
  'malformed-unit': {
    title: 'Malformed AdMob ad unit',
    why: `An AdMob ad unit is “ca-app-pub-”, 16 digits, “/” and 10 digits. ${noAds}`,
    todo: 'Copy the id again from AdMob, as a whole.',
  },
  'unit-characters': {
    title: 'Wrong characters in an ad unit',
    why: `White space, quotes, “%2F” and invisible characters come along when an id is copied from a chat, a table or a link. ${noAds}`,
    todo: 'Remove these characters, or copy the id again from the ad network.',
  },
  'sample-in-live-app': {
    title: 'Google’s sample ad unit in a live app',
    why: 'Sample ad units show test ads to everybody and earn nothing.',
    todo: 'Replace it with your own ad unit of the same format.',
  },
  'placeholder-in-live-app': {
    title: 'Placeholder in a live app',
    why: `The text stands where an ad unit was to come, and nobody has filled it in. ${noAds}`,
    todo: 'Copy the id of your ad unit from the ad network, or empty the field.',
  },
  'retired-sample': {
    title: 'Retired sample ad unit',
    why: 'Google no longer answers this sample: “Ad unit doesn’t match format”.',
    todo: 'Use the sample of today (the button beside the field), or your own ad unit.',
  },
  'sample-of-other-format': {
    title: 'Sample ad unit of another format',
    why: 'An ad unit only works in its own format: this place shows no ads, and tests prove nothing.',
    todo: 'Use the sample of this format (the button beside the field).',
  },
  'unit-twice-other-format': {
    title: 'Same ad unit for two formats',
    why: 'An ad unit has one format. In the place of another format it shows no ads.',
    todo: 'Give each place an ad unit of its own format.',
  },
  'no-ad-unit': {
    title: 'Live app without ad units',
    why: 'The app is live and its ads are on, but it has nothing to show: it earns nothing.',
    todo: 'Fill in its ad units, or turn its ads off.',
  },
  'app-ads-lacks-lines': {
    title: 'app-ads.txt lacks lines',
    why: 'Ad systems do not buy from a publisher that the file of the site does not name, so the apps of the account earn less.',
    todo: 'Add the missing lines to the file of the site. Then check it on the page app-ads.txt; by itself that is done once a day.',
  },
  'two-publishers': {
    title: 'Ad units of two publishers in one app',
    why: 'The money of some places goes to another AdMob account. Mixed accounts also look like fraud to Google.',
    todo: 'Check which publisher id is yours, and replace the ad units of the other one.',
  },
  'publisher-unlike-account': {
    title: 'Another publisher than the rest of the account',
    why: 'Most apps with this account name have ad units of another publisher id. The money of this app may go to somebody else.',
    todo: 'Check the publisher id of the ad units, and the account name.',
  },
  'unit-in-two-apps': {
    title: 'Same ad unit in two apps',
    why: 'Reports cannot tell the apps apart, and a limit on one app hits both. Often the id was copied from another app and never replaced.',
    todo: 'Create an ad unit for each app.',
  },
  'unit-twice': {
    title: 'Same ad unit in two places',
    why: 'Reports cannot tell the places apart. Often an id was pasted twice, and the second one is missing.',
    todo: 'Give each place its own ad unit, or empty one of them.',
  },
  'package-in-two-apps': {
    title: 'Same package name in two apps',
    why: 'A package name belongs to one app in the store. Probably an app was registered twice, and phones ask only one of the two.',
    todo: 'Delete the one that no phone asks, or correct its package name.',
  },
  'malformed-package': {
    title: 'Malformed package name',
    why: 'Neither Google Play nor the App Store has an app with this package name, so the link to the store is broken.',
    todo: 'Copy the package name from the store. It looks like “com.company.app”.',
  },
  'example-package': {
    title: 'Package name of an example',
    why: 'The store does not accept “com.example”. The name was never replaced.',
    todo: 'Enter the package name of the published app.',
  },
  'ip-rules-without-effect': {
    title: 'IP Address without effect',
    why: 'IP Address is on, but there are no countries for this app and no VPN API key, so nobody is ever refused.',
    todo: 'Enter countries for the app or save a VPN API key in App Configuration, or turn IP Address off.',
  },
  'countries-without-effect': {
    title: 'Countries without effect',
    why: 'The app has countries, but its field IP Address is OFF: phones in every country get ads.',
    todo: 'Turn IP Address on, or delete the countries of the app in App Configuration.',
  },
  'no-more-requests': {
    title: 'No more requests',
    why: 'Phones asked for this app’s ads before, and none has for a week. The app may have left the store, or an update may ask for something else.',
    todo: 'Check the app in the store, and the app ID in its last release.',
  },
  'fewer-requests': {
    title: 'Far fewer requests',
    why: 'Yesterday had less than a third of the requests of the same weekday before. Something keeps phones away.',
    todo: 'Look at what changed in the app, in the store and in front of this server.',
  },
  'fewer-ads-after-change': {
    title: 'Ads fell by half after a change',
    why: 'Phones ask as before, and at least half of those that got ads get none: the app earns as much less.',
    todo: 'Undo the change (History of the app has it). If it was wanted, mute this with the reason.',
  },
  'turned-off-by-rules': {
    title: 'Countries or VPN turn off nearly all ads',
    why: 'More than 90 % of the answers have their ads off by country or VPN: the app earns nearly nothing.',
    todo: 'Check the countries of the app, and in Traffic where its phones are.',
  },
  'wrong-tokens': {
    title: 'Many wrong tokens',
    why: 'Phones with a wrong token get no ads. A release may have an old or a mistyped token.',
    todo: 'Compare the token in the release with the one here. Rotate it if it got into other hands.',
  },
  'ended-token-in-use': {
    title: 'Installed copies are refused: their token ended',
    why: 'They keep their last answer for up to 24 hours, and then show no ads.',
    todo: 'Release an update with the current token. The test of the app tells what a phone asks with.',
  },
  'old-token-in-use': {
    title: 'Old token ends while phones use it',
    why: 'Releases with the old token get no more ads when it ends.',
    todo: 'Release an update with the new token, or rotate again and keep the old one longer.',
  },
  'traffic-while-not-live': {
    title: 'Requests for an app that is not live',
    why: 'Phones ask for ads of an app that is In-Develop or Suspended. A suspended app earns nothing; one that is In-Develop is probably released.',
    todo: 'Set its status to Live if it is released.',
  },
  'files-gone': {
    title: 'Files of the server are gone',
    why: 'The server goes on with what it has in memory and in open files. After its next start, that is gone.',
    todo: 'Put them back where they were: the server goes on by itself. If they are gone for good, open System Check, which saves a copy of the database (docs/operate.md, Troubleshooting).',
  },
  'database-damaged': {
    title: 'The database is damaged',
    why: 'Calls fail that read or write there, and no good backup is made any more. What is damaged does not mend itself.',
    todo: 'Open System Check, which names the newest good backup and the commands that restore it (docs/operate.md, "When the database is damaged").',
  },
  'clock-not-believed': {
    title: 'The clock is not believed',
    why: 'Scheduled changes wait, pauses and old tokens do not end, and nothing old is deleted by it, until the clock is right again or somebody accepts it.',
    todo: 'Look at the clock of the database\'s machine. If it is wrong, set it right. If it is right, press "Accept the clock" on the page System Check, or run `npm run admin -- accept-time`.',
  },
  'phones-behind': {
    title: 'Phones do not get changes',
    why: 'The processes that answer phones do not follow the office: phones get the ads as they were, and pauses and revoked tokens do not reach them.',
    todo: 'Look into the log of the server and at /readyz, and restart the server if it does not end by itself (docs/operate.md, Troubleshooting).',
  },
  'folder-not-writable': {
    title: 'Data folder cannot be written',
    why: 'This server cannot keep its last good ads. After a restart without the database, phones would get no ads from it.',
    todo: 'Give the user of the server the right to write in DATA_DIR, and free space on its disk (docs/operate.md).',
  },
  'too-few-files': {
    title: 'Connections are refused',
    why: 'The system lets this server open too few files, and each connection is one. Phones beyond the limit get no answer.',
    todo: 'Raise the limit of open files of the server: `ulimit -n`, or LimitNOFILE in systemd (docs/operate.md).',
  },
  'backup-overdue': {
    title: 'No recent backup',
    why: 'If the disk fails, or somebody deletes something, all that came after the last backup is lost.',
    todo: 'Look why the backup fails, in the server\'s log, and that BACKUP_DIR can be written and has room; with PostgreSQL, at the timer or job that runs backup.sh (docs/operate.md, "Back up and restore").',
  },
  'restored-changes-wait': {
    title: 'Scheduled changes wait after a restore',
    why: 'They were scheduled before the database was restored from a backup. Some may be done already, or be wrong by now.',
    todo: 'Approve or reject them on the page Safety, tab Change requests.',
  },
  'edge-silent': {
    title: 'Edge is silent',
    why: 'An edge that reaches no office answers phones with the ads that it has: changes and pauses do not reach it. If its machine is down, its phones get no answer.',
    todo: 'Look at /readyz and the log of the edge. If it was taken away for good, forget it on the page Edges.',
  },
  'webhook-off': {
    title: 'Webhook turned off',
    why: 'Whoever relies on it is no longer told what happens, and does not know that.',
    todo: 'Open Notifications, look at its last deliveries, correct its URL, and turn it on again; or delete it.',
  },
  'mail-not-sent': {
    title: 'Mails are not sent',
    why: 'Whoever relies on the daily mail of new errors does not hear of them.',
    todo: 'Send a test mail on the page Notifications. Correct SMTP_URL or MAIL_FROM (docs/operate.md), or look at the mail server.',
  },
  'last-recovery-code-used': {
    title: 'The last administrator has no recovery codes',
    why: 'If this administrator loses the telephone, nobody can sign in and help. Only somebody with a shell on the machine of the server can.',
    todo: 'Sign in and press Make new codes on the page Sign-in and security, or add a second administrator.',
  },
  'second-factor-not-required': {
    title: 'Administrators need no second factor',
    why: 'Whoever learns the password of an administrator decides where the revenue of all applications goes.',
    todo: 'Set REQUIRE_SECOND_FACTOR=admins (docs/operate.md, "Administrators"). Whoever has none sets one up at the next sign-in. If you have decided otherwise, mute this finding.',
  },
  'callers-unknown': {
    title: 'Most callers are unknown',
    why: 'The server finds no country for most phones, so applications with IP Address ON show ads to everybody. Usually TRUST_PROXY does not name the proxy in front.',
    todo: 'Set TRUST_PROXY to the addresses of your proxies (docs/operate.md), and look at the callers in the metrics.',
  },
  'vpn-service-failing': {
    title: 'VPN service fails',
    why: 'The service vpnapi.io does not answer most of the questions, so callers behind a VPN get ads.',
    todo: 'Check the VPN API key, its daily quota, and whether this server reaches vpnapi.io.',
  },
  'countries-outdated': {
    title: 'Country database is old',
    why: 'Address ranges move between countries. An old database judges more and more phones wrongly.',
    todo: 'On the machine of the server, run `npm run update-countries -- URL or file` with a newer database, or set COUNTRY_DATABASE_URL and COUNTRY_DATABASE_EVERY (docs/operate.md, "Caller rules").',
  },
  'unlike-any-unit': {
    title: 'Unlike an ad unit',
    why: 'Ids of ad networks have digits, or name what they are for. A network that does not know the id shows no ads.',
    todo: 'Copy the id from the ad network again, or mute this if the network really has this name.',
  },
  'ads-off-for-a-week': {
    title: 'Live app with ads off for a week',
    why: 'Ads that were turned off for a moment are often forgotten. The app earns nothing.',
    todo: 'Turn its ads on, or mute this with the reason.',
  },
  'account-spelling': {
    title: 'Account name in two spellings',
    why: 'Names that differ only in case, spaces or punctuation are probably one account. Filters and sums by account miss some of its apps.',
    todo: 'Use one spelling for all apps of the account.',
  },
  'live-without-owner': {
    title: 'Live app without an owner',
    why: 'Nobody but administrators sees the app and what is wrong with it.',
    todo: 'Choose the owner of the app in its field User.',
  },
};

/** The texts for owners in place of `todo`, where only administrators can do it. */
const todosOfOwners: Partial<Record<FindingRule, string>> = {
  'package-in-two-apps':
    'Ask your administrator to delete the one that no phone asks, or correct its package name.',
  'ip-rules-without-effect':
    'Ask your administrator to enter countries for the app, or to turn IP Address off.',
  'countries-without-effect':
    'Ask your administrator to turn IP Address on, or to delete the countries of the app.',
  'fewer-ads-after-change':
    'Look into History of the app who changed it, and ask whether it was wanted. If it was, mute this with the reason.',
  'turned-off-by-rules':
    'Check in Traffic where the phones of the app are, and ask your administrator to check its countries.',
  'fewer-requests':
    'Look at what changed in the app and in the store, and ask your administrator about this server.',
};

/** Returns the texts of a rule for an administrator or an owner. The texts for owners name only fields that owners have. */
export function findingTextsFor(kind: PersonKind, rule: FindingRule): FindingTexts {
  const texts = findingTexts[rule];
  return { ...texts, todo: (can({ kind }, 'own-apps') && todosOfOwners[rule]) || texts.todo };
}

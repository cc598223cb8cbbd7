import type { Role } from '../../lib/role.ts';

type Part = { title: string; text: string };

const owners: Part = {
  title: 'Owners',
  text: 'An owner is a person who looks after applications and sees only these. The page Users lists the owners, and the field User of an application names its owner. After you create one, copy the sign-in link and send it. Send the password in another way.',
};
const applications: Part = {
  title: 'Applications',
  text: 'An application has a name, a package and up to 15 ad units. It gets an app ID and an auth token when it is added. Fill in only the ad units that the app shows. Sample shows what one looks like. After a save, its message offers Undo for ten seconds. A click on a row opens the page of an application: who gets its ads now, its ad units with what is wrong, the code for it, its requests, its history and its tokens.',
};
const lists: Part = {
  title: 'Finding applications',
  text: 'The search of a list takes a name, an ID, an ad unit, the address of an app in the store, or an ads URL. The button with the bookmark saves the search, filters, order and columns of a list as a view, which is a link. A list can open with one of your views.',
};
const phones: Part = {
  title: 'The ads URL',
  text: 'A phone asks the ads URL, which the API column copies, and gets the ad units and the switches. Connect on the page of an application has the code for it, and shows when the first phone has asked. A saved change reaches phones with their next request. Treat the token like a key: New token… gives another one, and the tab Tokens ends an old one.',
};
const switches: Part = {
  title: 'Turning ads off',
  text: 'Ads Status OFF or App Status Suspend empties all ad units that phones get. Nothing is lost: when you turn ads on again, the ad units are back. In-Develop gets ads like Live; lists show it as Development.',
};
const pausesOfAll: Part = {
  title: 'Stopping ads in an emergency',
  text: 'Pause all ads… in the search stops the ads of all applications within a second; Safety also pauses an account, an owner or one application. A pause changes no application: when it ends, each one is as it was before.',
};
const pausesOfOwn: Part = {
  title: 'Stopping ads in an emergency',
  text: 'Pause this app… in the row menu stops the ads of an application within a second. A pause does not change it: when you resume, it is as it was before. A pause that an administrator began is ended by an administrator.',
};
const later: Part = {
  title: 'Changes for later',
  text: 'The menu beside Save in the form of an application schedules what was changed in it. Safety lists these changes. If somebody has changed the same field until then, a change is not applied, and Safety shows both values.',
};
const many: Part = {
  title: 'Many at once',
  text: 'Select above the list shows checkboxes. The bar above the rows then changes all selected applications at once: a preview comes first, and the change can be undone as one. Safety lists these changes as batches. The menu beside Select exports the list and imports a file.',
};
const approvals: Part = {
  title: 'Changes that need approval',
  text: 'Changes need approval in the form of an owner (Users): then each change that this owner makes to an application waits in Safety until an administrator approves it.',
};
const countries: Part = {
  title: 'Countries and VPNs',
  text: 'IP Address ON switches the IP rules of an application on: phones outside its countries and phones behind a VPN get no ads. App Configuration has the countries of each application, on the card App Setting, and the VPN API key. A phone whose country is unknown gets ads.',
};
const checks: Part = {
  title: 'When something looks wrong',
  text: 'Safety lists what is probably a mistake, why it matters and what to do; the dashboard shows the worst. Mute what is right as it is. The tab Test of an application says what a phone gets, rule by rule. Traffic counts the requests of phones, and how often with a wrong token.',
};
const past: Part = {
  title: 'What happened',
  text: 'History of an application shows every change and restores an earlier state. Deleted brings back what was deleted. The audit log has all of it.',
};

/** The guide, for administrators and for owners. */
export const guide: Record<Role, readonly Part[]> = {
  admin: [
    owners,
    applications,
    lists,
    phones,
    switches,
    pausesOfAll,
    later,
    many,
    approvals,
    countries,
    checks,
    past,
  ],
  user: [applications, lists, phones, switches, pausesOfOwn, later, many, checks],
};

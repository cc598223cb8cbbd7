import { z } from 'zod';
import { adUnitKinds } from '../ad-units.ts';
import { appConfigurationChanges } from '../app-configurations.ts';
import { appListQuery } from '../apps.ts';
import { requestedChanges } from '../change-requests/change-requests.ts';
import { exceptSign } from '../country-rule.ts';
import {
  all,
  exactlyOne,
  type FieldRule,
  filled,
  has,
  hasEntries,
  not,
  some,
  when,
  within,
  withRules,
} from '../field-rules.ts';
import { appIDList, momentInBody, wholeNumber } from '../fields.ts';
import { limits } from '../limits.ts';
import { requestBodies } from '../named.ts';
import { hasLongMarkRun } from '../unicode.ts';

/* The request of a batch: `select` says which apps, `change` says what happens to each of them. */

const { ids, findLength, each } = limits.batches;

const appIDs = appIDList(ids);

/** All apps that a list would show: the parameters of the list without those of its page and its order. */
const where = appListQuery.omit({ page: true, pageSize: true, sort: true, with: true });

const selectError = 'select must be either {appIDs: […]} or {where: {…}}';

const idsOrQuery: FieldRule = { must: exactlyOne(has('appIDs'), has('where')), error: selectError };
const exceptOfQuery: FieldRule = {
  must: not(all(has('except'), has('appIDs'))),
  error: 'except needs where',
  field: 'except',
};

/** The rules of an object with `selectFields`: it has either ids or a query, and exceptions only of a query. */
export const selectRules = (field?: string): FieldRule[] => [
  { ...idsOrQuery, ...(field !== undefined && { field }) },
  exceptOfQuery,
];

/** The selected apps: either some by their ids, or all that match a query, maybe except some. */
export const selectFields = {
  appIDs: appIDs.optional(),
  where: where.optional(),
  except: appIDs.optional(),
};
export const batchSelect = withRules(z.strictObject(selectFields, selectError), ...selectRules());

/** Builds the schema of a literal part of an ad unit. Nothing is trimmed, because a space may be the mistake. */
function part(label: string, min: number) {
  return z
    .string(`${label} must be text`)
    .min(min, `Please enter ${label.toLowerCase()}`)
    .max(findLength, `${label} must be at most ${findLength} characters`)
    .refine((text) => text.isWellFormed(), `${label} contains broken Unicode`)
    .refine((text) => !/\p{Cc}/u.test(text), `${label} must not contain control characters`)
    .refine((text) => !hasLongMarkRun(text), `${label} has too many combining marks in a row`);
}

const kindsError = `kinds must be a list of: ${adUnitKinds.join(', ')}`;

/** Replaces every occurrence of a text in ad units; in those of some kinds, or in all 15. Case counts. */
const replaceInAdUnits = z.strictObject({
  find: part('The text to find', 1),
  with: part('The replacement', 0),
  kinds: z
    .array(z.enum(adUnitKinds, kindsError), kindsError)
    .min(1, kindsError)
    .max(adUnitKinds.length, kindsError)
    .optional(),
});

const someCountries = appConfigurationChanges.shape.country.unwrap();
const country = someCountries.nullable();
const countriesError = 'countries must be either {add: …} or {remove: …}';

/** Countries without the sign `!`: a change that adds or removes countries names the countries themselves. */
const withoutSign = someCountries
  .refine((text) => !text.includes(exceptSign), `Write the countries without ${exceptSign}`)
  .optional();

/** Countries to add to the list of each app, or to remove from it. An app without a list stays without one. */
const countries = withRules(
  z.strictObject({ add: withoutSign, remove: withoutSign }, countriesError),
  {
    must: exactlyOne(has('add'), has('remove')),
    error: countriesError,
  },
);
export type CountriesPart = z.infer<typeof countries>;

/** The fields that can have a value for each app: the owner and the countries have parts of their own. */
const ownValues = requestedChanges.omit({ country: true, selectedUser: true });
export type EachField = keyof z.infer<typeof ownValues>;
export const eachFields = Object.keys(ownValues.shape) as EachField[];

const someValues = ownValues
  .refine((fields) => Object.keys(fields).length > 0, 'Please enter a value')
  .meta({ minProperties: 1 });
const eachError = 'setEach must be an object of app IDs, each with an object of fields';
const apps = (count: number) => `${count.toLocaleString('en')} applications`;

/** The values that each app gets, by app ID. */
const setEach = z
  .record(z.string(), someValues, eachError)
  .superRefine((values, context) => {
    const refuse = (message: string, ...path: string[]) =>
      context.addIssue({ code: 'custom', path, message });
    const count = Object.keys(values).length;
    if (count > each.apps) refuse(`At most ${apps(each.apps)} can have values of their own`);
    const texts = Object.values(values).flatMap((fields) => Object.values(fields));
    if (texts.reduce((sum, text = '') => sum + text.length, 0) > each.text) {
      refuse(`The values have more than ${each.text.toLocaleString('en')} characters together`);
    }
  })
  .meta({ maxProperties: each.apps });

/** The parts that edit fields and countries. They can be scheduled, and need approval where an edit does. */
const edits = {
  /** Fields of an edit. The owner is `selectedUser`, a login id; '' for nobody. */
  set: requestedChanges.omit({ country: true }).optional(),
  /** Fields of some of the selected apps, by app ID: other values for each. */
  setEach: setEach.optional(),
  replaceInAdUnits: replaceInAdUnits.optional(),
  /** The countries of the configuration, which is created if there is none; null removes the configuration. */
  country: country.optional(),
  countries: countries.optional(),
};

/** The parts of a change. A part that is absent changes nothing. */
const parts = z.strictObject({
  ...edits,
  /** A new token for each app. The old ones stay valid for at most this many days; 0 ends them at once. */
  rotateTokens: z
    .strictObject({ keepOldForDays: wholeNumber('Days', 0, limits.oldTokenDays.max) })
    .optional(),
  delete: z.literal(true, 'delete must be true').optional(),
  /** The time of the change; absent: at once. */
  at: momentInBody('Time').optional(),
});

/** The change has a part that edits fields or countries. An empty `set` changes nothing. */
const anEdit = some(
  ...Object.keys(edits).map((part) =>
    part === 'set' || part === 'setEach' ? hasEntries(part) : has(part),
  ),
);
export const isEdit = (change: z.infer<typeof parts>): boolean => anEdit.holds(change);

/** Returns the fields that some app gets a value of its own for. */
export const fieldsOfEach = ({ setEach: values = {} }: Pick<z.infer<typeof parts>, 'setEach'>) => {
  const fields = new Set(Object.values(values).flatMap((one) => Object.keys(one)));
  return eachFields.filter((field) => fields.has(field));
};

/** The change of each app. `delete` excludes all others; `at` is for changes of fields and countries. */
export const batchChange = withRules(
  parts,
  {
    must: not(all(has('country'), has('countries'))),
    error: 'Countries are replaced, or added and removed, but not both',
    field: 'countries',
  },
  { must: some(anEdit, has('rotateTokens'), has('delete')), error: 'Please enter a change' },
  {
    must: not(all(has('delete'), some(anEdit, has('rotateTokens')))),
    error: 'Applications are deleted, or changed, but not both',
    field: 'delete',
  },
  {
    must: not(all(filled('at'), some(has('delete'), has('rotateTokens')))),
    error: 'A deletion and new tokens cannot be scheduled',
    field: 'at',
  },
).superRefine((change, context) => {
  const twice = fieldsOfEach(change).find((field) => change.set && field in change.set);
  if (twice === undefined) return;
  const message = 'A field has one value for all, or one for each, but not both';
  context.addIssue({ code: 'custom', path: ['set', twice], message });
});
export type BatchChange = z.infer<typeof batchChange>;

/** The body of a preview. */
export const batchForm = withRules(z.strictObject({ select: batchSelect, change: batchChange }), {
  must: when(within('change', hasEntries('setEach')), within('select', has('appIDs'))),
  error: 'Values for each application need select {appIDs: […]}',
  field: 'change.setEach',
})
  .superRefine(({ select, change }, context) => {
    const selected = select.appIDs && new Set(select.appIDs);
    const other = Object.keys(change.setEach ?? {}).find((appID) => selected?.has(appID) === false);
    if (other === undefined) return;
    const message = `${other} is not selected`;
    context.addIssue({ code: 'custom', path: ['change', 'setEach'], message });
  })
  .register(requestBodies, { id: 'BatchForm' });
export type BatchForm = z.infer<typeof batchForm>;

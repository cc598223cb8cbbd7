import { z } from 'zod';
import { appTextFilters, onOff } from './apps.ts';
import type { Call } from './call.ts';
import { stale, success, successList } from './envelope.ts';
import { bodyId, inPath, optionalText, requiredText, time, versionInBody } from './fields.ts';
import { limits } from './limits.ts';
import { listQuery, textFilter, timeFilters } from './lists.ts';
import { refusalBodies, requestBodies, responseBodies } from './named.ts';
import { fieldNeeds } from './people/field-needs.ts';
import { hasLongMarkRun } from './unicode.ts';

const rules = { label: 'Country', max: limits.text.country };

/** Comma-separated countries; all white space is stripped (spec, section 5). */
const countries = (text: ReturnType<typeof optionalText>) =>
  text
    .overwrite((typed) => typed.replace(/\s+/g, ''))
    // Removing white space can join two runs of marks into a longer one.
    .refine((typed) => !hasLongMarkRun(typed), 'Country has too many combining marks in a row');

const country = countries(requiredText('Please Enter Country Name', rules)).register(fieldNeeds, {
  ability: 'set-ip-rules',
});

/** The countries that a new app begins with; '' for none. */
export const countryOfNewApp = countries(optionalText(rules)).optional();

/** A new configuration. `id` is the app ID. An `appName` in the body is ignored. */
export const newAppConfigurationForm = z
  .object({
    id: requiredText('Please Select Application', { label: 'Application', max: limits.text.id }),
    country,
  })
  .register(requestBodies, { id: 'NewAppConfiguration' });

/** An edit. With `version`, the server answers 409 if somebody else saved a newer version. */
export const appConfigurationChanges = z
  .object({
    id: bodyId,
    country: country.optional(),
    version: versionInBody,
  })
  .register(requestBodies, { id: 'AppConfigurationChanges' });
export type AppConfigurationChanges = z.infer<typeof appConfigurationChanges>;

/**
 * A configured app (spec, section 3). `countryCodes` are the alpha-2 codes of `country`. `version` is the version of
 * the configuration, not of the app.
 */
export const appConfiguration = z
  .object({
    appID: z.string(),
    authToken: z.string(),
    appName: z.string(),
    accountName: z.string(),
    packageName: z.string(),
    icon: z.string(),
    /** `off`: the countries have no effect. */
    ipAddress: z.enum(onOff),
    country: z.string(),
    countryCodes: z.array(z.string()),
    createdAt: time,
    version: z.number(),
  })
  .register(responseBodies, { id: 'AppConfiguration' });
export type AppConfiguration = z.infer<typeof appConfiguration>;

/** An app that has no configuration yet. */
export const remainingApp = appConfiguration.omit({
  country: true,
  countryCodes: true,
  version: true,
});
export type RemainingApp = z.infer<typeof remainingApp>;

export const appConfigurationAnswer = success(appConfiguration).register(responseBodies, {
  id: 'AppConfigurationAnswer',
});

/** The answer to a stale edit (409): the current configuration, and who changed it. */
export const staleAppConfiguration = stale(appConfiguration).register(refusalBodies, {
  id: 'StaleAppConfiguration',
});

export const appConfigurationList = successList(appConfiguration).register(responseBodies, {
  id: 'AppConfigurationList',
});
export const remainingAppList = successList(remainingApp).register(responseBodies, {
  id: 'RemainingAppList',
});
export const deletedAppConfiguration = success(z.object({ appID: z.string() })).register(
  responseBodies,
  { id: 'DeletedAppConfiguration' },
);

const filters = {
  ...appTextFilters,
  exact: textFilter('exact', 'Only the app with this whole app ID, app name or package name'),
};

const columns = ['createdAt', 'appID', 'appName', 'accountName', 'packageName'] as const;

/** `createdAt` is the creation time of the configuration. */
export const appConfigurationListQuery = listQuery([...columns, 'country'], {
  ...filters,
  ...timeFilters('created', 'Only apps whose countries were set'),
  country: textFilter('country', 'Only apps with this in their countries'),
});
export type AppConfigurationListQuery = z.infer<typeof appConfigurationListQuery>;

export const remainingAppListQuery = listQuery(columns, {
  ...filters,
  ...timeFilters('created', 'Only apps created'),
});
export type RemainingAppListQuery = z.infer<typeof remainingAppListQuery>;

const appID = z.object({ appID: inPath('an app', 'App ID') });

/** The calls about the countries of apps. */
export const appConfigurationCalls = {
  getRemainingApp: {
    method: 'GET',
    path: '/apps/getRemainingApp',
    who: 'admin',
    viewers: true,
    keys: 'read',
    summary: 'List the apps without a configuration',
    query: remainingAppListQuery,
    answer: remainingAppList,
  },
  getConfigureApp: {
    method: 'GET',
    path: '/apps/getConfigureApp',
    who: 'admin',
    viewers: true,
    keys: 'read',
    summary: 'List the configured apps',
    query: appConfigurationListQuery,
    answer: appConfigurationList,
  },
  addConfigureApp: {
    method: 'POST',
    path: '/apps/addConfigureApp',
    who: 'admin',
    viewers: false,
    keys: 'apps',
    creates: true,
    multipart: true,
    holds: 'countries',
    summary: 'Configure the countries of an app',
    body: newAppConfigurationForm,
    answer: appConfigurationAnswer,
    refusals: ['conflict'],
  },
  updateConfigureApp: {
    method: 'PUT',
    path: '/apps/updateConfigureApp/:appID',
    who: 'admin',
    viewers: false,
    keys: 'apps',
    multipart: true,
    holds: 'countries',
    summary: 'Change the countries of an app',
    params: appID,
    body: appConfigurationChanges,
    answer: appConfigurationAnswer,
    stale: staleAppConfiguration,
    refusals: ['not-found', 'conflict'],
  },
  deleteConfigureApp: {
    method: 'DELETE',
    path: '/apps/deleteConfigureApp/:appID',
    who: 'admin',
    viewers: false,
    keys: 'apps',
    summary: 'Delete the configuration of an app',
    params: appID,
    answer: deletedAppConfiguration,
    refusals: ['not-found'],
  },
} as const satisfies Record<string, Call>;

import { z } from 'zod';
import { ads, adsAnswer, caller } from '../ads.ts';
import {
  appConfiguration,
  appConfigurationAnswer,
  appConfigurationChanges,
  appConfigurationList,
  deletedAppConfiguration,
  newAppConfigurationForm,
  remainingAppList,
  staleAppConfiguration,
} from '../app-configurations.ts';
import {
  app,
  appAnswer,
  appChanges,
  appInList,
  appList,
  appStats,
  deletedApp,
  newAppForm,
  oldTokens,
  rotatedToken,
  rotateTokenForm,
  staleApp,
} from '../apps.ts';
import { batchRequestBodies, batchResponseBodies } from '../batches/named.ts';
import { categoryList } from '../categories.ts';
import { changeRequestInTheWay } from '../change-requests/change-requests.ts';
import {
  changeRequestRequestBodies,
  changeRequestResponseBodies,
} from '../change-requests/named.ts';
import {
  change,
  changeList,
  fieldChange,
  news,
  restored,
  undone,
  wayBackForm,
  wayBackPreview,
} from '../changes/changes.ts';
import { connectionResponseBodies } from '../connections/named.ts';
import { edge, edgeList, forgottenEdge } from '../edges.ts';
import { failure, fieldError } from '../envelope.ts';
import { examples } from '../examples.ts';
import { findingRequestBodies, findingResponseBodies } from '../findings/named.ts';
import {
  apiMethodForm,
  globalConfig,
  globalConfigAnswer,
  ipInfoTokenForm,
  vpnKeyForm,
} from '../global-config.ts';
import { adminPasswordForm, passwordChanged, userPasswordForm } from '../passwords.ts';
import { pause, pauseAnswer, pauseForm, pauseList } from '../pauses/pauses.ts';
import {
  adminSignedIn,
  adminSignInForm,
  signedOut,
  signOutForm,
  userSignedIn,
  userSignInForm,
} from '../sessions.ts';
import { spreadsheetRequestBodies, spreadsheetResponseBodies } from '../spreadsheets/named.ts';
import { testAdsAnswer, testAdsForm } from '../test-ads.ts';
import { appUsageAnswer, usageAnswer, usageCounts, usageDay } from '../usage.ts';
import {
  deletedUser,
  newUserFields,
  newUserForm,
  staleUser,
  user,
  userAnswer,
  userChangeFields,
  userChanges,
  userList,
} from '../users.ts';
import { viewRequestBodies, viewResponseBodies } from '../views/named.ts';

export type JsonSchema = Record<string, unknown>;

/** The second spelling of the login id, which is accepted too (spec, section 7). */
const alias = {
  userID: newUserFields.shape.userId
    .optional()
    .meta({ description: 'Another name of userId, which has priority' }),
};

/** The schemas of request bodies, by name. Generated clients use these names for their types. */
export const requestBodies = {
  AdminSignIn: adminSignInForm,
  UserSignIn: userSignInForm,
  SignOut: signOutForm,
  AdminPasswords: adminPasswordForm,
  UserPasswords: userPasswordForm,
  NewApp: newAppForm,
  AppChanges: appChanges,
  NewUser: newUserFields.extend(alias),
  UserChanges: userChangeFields.extend(alias),
  NewAppConfiguration: newAppConfigurationForm,
  AppConfigurationChanges: appConfigurationChanges,
  ApiMethod: apiMethodForm,
  IpInfoToken: ipInfoTokenForm,
  VpnApiKey: vpnKeyForm,
  RotateToken: rotateTokenForm,
  TestAds: testAdsForm,
  ...findingRequestBodies,
  WayBack: wayBackForm,
  NewPause: pauseForm,
  ...changeRequestRequestBodies,
  ...batchRequestBodies,
  ...spreadsheetRequestBodies,
  ...viewRequestBodies,
} as const;

/** The schemas of response bodies and of their parts, by name. */
export const responseBodies = {
  AdminSignedIn: adminSignedIn,
  UserSignedIn: userSignedIn,
  Nothing: signedOut,
  App: app,
  AppAnswer: appAnswer,
  AppInList: appInList,
  AppList: appList,
  AppStats: appStats,
  DeletedApp: deletedApp,
  OldTokens: oldTokens,
  RotatedToken: rotatedToken,
  User: user,
  UserAnswer: userAnswer,
  UserList: userList,
  DeletedUser: deletedUser,
  AppConfiguration: appConfiguration,
  AppConfigurationAnswer: appConfigurationAnswer,
  AppConfigurationList: appConfigurationList,
  DeletedAppConfiguration: deletedAppConfiguration,
  RemainingAppList: remainingAppList,
  CategoryList: categoryList,
  GlobalConfig: globalConfig,
  GlobalConfigAnswer: globalConfigAnswer,
  Ads: ads,
  AdsAnswer: adsAnswer,
  Caller: caller,
  TestedAds: testAdsAnswer,
  UsageCounts: usageCounts,
  UsageDay: usageDay,
  UsageAnswer: usageAnswer,
  AppUsageAnswer: appUsageAnswer,
  Edge: edge,
  EdgeList: edgeList,
  ForgottenEdge: forgottenEdge,
  ...connectionResponseBodies,
  ...findingResponseBodies,
  Change: change,
  ChangeList: changeList,
  FieldChange: fieldChange,
  News: news,
  Restored: restored,
  Undone: undone,
  WayBackPreview: wayBackPreview,
  Pause: pause,
  PauseAnswer: pauseAnswer,
  PauseList: pauseList,
  ...changeRequestResponseBodies,
  ...batchResponseBodies,
  ...spreadsheetResponseBodies,
  ...viewResponseBodies,
  FieldError: fieldError,
  Failure: failure,
  StaleApp: failure.extend(staleApp.shape),
  StaleUser: failure.extend(staleUser.shape),
  StaleAppConfiguration: failure.extend(staleAppConfiguration.shape),
  ChangeRequestInTheWay: failure.extend(changeRequestInTheWay.shape),
} as const;

const refTo = (name: string) => `#/components/schemas/${name}`;

/** Options for zod: a schema that accepts several types is replaced by its `wire` metadata. */
const asOnTheWire = {
  unrepresentable: 'any',
  override({ jsonSchema }: { jsonSchema: JsonSchema }) {
    const { wire, format } = jsonSchema;
    // Later versions may add fields; without named fields, it is the type of all values. The pattern of a date repeats
    // its format.
    if (jsonSchema.properties) delete jsonSchema.additionalProperties;
    if (format) delete jsonSchema.pattern;
    if (!wire) return;
    for (const key of ['wire', 'anyOf']) delete jsonSchema[key];
    Object.assign(jsonSchema, wire);
  },
} as const;

/** The JSON Schemas of named zod schemas, with references between them. */
function asJsonSchemas(named: Record<string, z.ZodType>, io: 'input' | 'output') {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: refTo, io, ...asOnTheWire });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => {
      const example = (examples as Record<string, unknown>)[name];
      return [name, { ...(schema as JsonSchema), ...(example !== undefined && { example }) }];
    }),
  );
}

/** The JSON Schema of a zod schema without a name. */
export function inline(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', ...asOnTheWire });
  return rest;
}

/** All named schemas of the document. */
export const componentSchemas = (): Record<string, JsonSchema> => ({
  ...asJsonSchemas(requestBodies, 'input'),
  ...asJsonSchemas(responseBodies, 'output'),
});

const names = new Map<z.ZodType, string>([
  ...Object.entries(requestBodies).map(([name, schema]) => [schema, name] as const),
  ...Object.entries(responseBodies).map(([name, schema]) => [schema, name] as const),
  [passwordChanged, 'Nothing'],
  [newUserForm, 'NewUser'],
  [userChanges, 'UserChanges'],
  [staleApp, 'StaleApp'],
  [staleUser, 'StaleUser'],
  [staleAppConfiguration, 'StaleAppConfiguration'],
  [changeRequestInTheWay, 'ChangeRequestInTheWay'],
]);

/** The `$ref` of a body's schema; throws when the schema has no name in this file. */
export function reference(schema: z.ZodType, call: string): { $ref: string } {
  const name = names.get(schema);
  if (!name) throw new Error(`A body of ${call} has no name in openapi/components.ts`);
  return { $ref: refTo(name) };
}

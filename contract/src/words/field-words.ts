import { appWords } from './apps.ts';
import { bulkWords } from './bulk.ts';
import { generalWords } from './general.ts';
import { logWords } from './log.ts';
import { notificationWords } from './notifications.ts';
import { peopleWords } from './people.ts';
import { trafficWords } from './traffic.ts';

/** A sentence for each field. The outer name is a place: see `wordsOf`. */
export type FieldWords = Record<string, Record<string, string>>;

const parts = [
  generalWords,
  appWords,
  peopleWords,
  bulkWords,
  logWords,
  trafficWords,
  notificationWords,
];

/** The words of all fields, by place and name. */
export const fieldWords: FieldWords = {};
for (const [place, words] of parts.flatMap((part) => Object.entries(part))) {
  fieldWords[place] = { ...fieldWords[place], ...words };
}

/** Schemas that have the fields of another one. */
const sameAs: Record<string, string> = {
  AppInList: 'App',
  RotatedToken: 'App',
  WebhookAnswer: 'Webhook',
  ChangeRequestCarriedOut: 'ChangeRequest',
  ImportPreviewAnswer: 'BatchPreview',
  AppWithFindings: 'Finding',
  UserName: 'User',
  UserPassword: 'User',
  NewView: 'View',
  ViewChanges: 'View',
  TrafficStep: 'TrafficCounts',
  TrafficCountry: 'TrafficCounts',
};

/**
 * Returns the place in `fieldWords` that has the words of a field; undefined when there is none. `path` leads to the object of
 * the field: the name of a schema, then names of fields. Places are tried in this order: the whole path (`SentEvent.data`), the
 * path without `data` (`Batch.by`), its last name if there are several (`by`), and '' for fields that mean the same everywhere.
 */
export function placeOf(path: readonly string[], field: string): string | undefined {
  const [schema = '', ...inner] = path;
  const names = inner.filter((name) => name !== 'data');
  const last = names.at(-1);
  const under = (name: string) => [name, ...names].join('.');
  const places = [
    path.join('.'),
    under(schema),
    ...(sameAs[schema] ? [under(sameAs[schema])] : []),
    ...(last === undefined ? [] : [last]),
    '',
  ];
  return places.find((place) => fieldWords[place]?.[field] !== undefined);
}

/** Returns the sentence of a field. */
export function wordsOf(path: readonly string[], field: string): string | undefined {
  const place = placeOf(path, field);
  return place === undefined ? undefined : fieldWords[place]?.[field];
}

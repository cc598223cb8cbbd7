import type { z } from 'zod';
import type { Call } from './call.ts';

declare const names: unique symbol;

/** A multipart form whose fields have these names. `formOf` makes one. */
export type FormOf<Name extends string> = { readonly [names]: Name };

/** The value of the path's parameter; `never` if the path has none. */
export type IdOf<C extends Call> = C extends { params: infer Params extends z.ZodType }
  ? z.input<Params>[keyof z.input<Params>]
  : never;

/** The parameters of a query; `never` if the call takes none. */
export type QueryOf<C extends Call> = C extends { query: infer Query extends z.ZodType }
  ? Given<z.input<Query>>
  : never;

/** The body, as JSON or as a form if the call takes one; `never` if it takes no body. */
export type BodyOf<C extends Call> = C extends { body: infer Body extends z.ZodType }
  ? C extends { takesFile: true }
    ? FormOf<TextOf<keyof z.input<Body>> | 'file'>
    :
        | Given<z.input<Body>>
        | (C extends { multipart: true }
            ? FormOf<TextOf<keyof z.input<Body>> | (C extends { holds: 'app' } ? 'icon' : never)>
            : never)
  : never;

/** A part of a request under its name: required unless an empty one is right, refused where the call has none. */
export type Part<Name extends string, Value> = [Value] extends [never]
  ? { [key in Name]?: never }
  : object extends Value
    ? { [key in Name]?: Value | undefined }
    : { [key in Name]: Value };

/** The parts of a request: the path's parameter as `id`, `query` and `body`. */
type RequestOf<C extends Call> = C extends Call
  ? Part<'id', IdOf<C>> & Part<'query', QueryOf<C>> & Part<'body', BodyOf<C>>
  : never;

/** The same as the rest of some parameters, with what a client takes besides: left out if nothing in it is required. */
export type Requests<C extends Call, Beside = object> = object extends RequestOf<C> & Beside
  ? [request?: RequestOf<C> & Beside]
  : [request: RequestOf<C> & Beside];

type TextOf<Key> = Extract<Key, string>;

/** The same values; lists and objects may be read-only. */
type Given<T> = T extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Given<T[Key]> }
    : T;

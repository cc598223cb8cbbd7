import type { FieldError } from '@adwarden/contract/envelope';
import { limits } from '@adwarden/contract/limits';
import { shorten } from '@adwarden/contract/shorten';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../kit/app-error.ts';

const most = limits.errors;

/**
 * Zod's issues as field errors of the envelope: the first one of each field, up to a limit. The message of unknown keys
 * has all of them, and each key is a field: without a limit, 32 kB of keys would be answered with 40 MB.
 */
function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const byField = new Map<string, string>();
  for (const issue of issues) {
    if (byField.size >= most.fields) break;
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, most.fields) : null;
    const keys = unknown?.map((key) => [key]) ?? [[]];
    const fields = keys.map((key) => [...issue.path, ...key].join('.'));
    for (const field of fields) {
      if (field && !byField.has(field)) byField.set(field, shorten(issue.message, most.message));
    }
  }
  return [...byField].map(([field, message]) => ({ field, message }));
}

/** Builds the refusal (400) of a request that does not fit its schema; its message is that of the first field. */
function refusal(issues: readonly z.core.$ZodIssue[], part: string | undefined): AppError {
  const fields = fieldErrors(issues);
  const message =
    fields[0]?.message ?? (part === 'body' ? 'The body must be an object' : 'Bad request');
  return new AppError('invalid', message, { fields });
}

/** Writes an answer by its contract schema, which names all that is sent. */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({
  schema,
  method,
  url,
}) => {
  return (data) => {
    const { data: sent, error } = schema.safeEncode(data);
    if (error)
      throw new Error(`The answer of ${method} ${url} breaks its schema`, { cause: error });
    return JSON.stringify(sent);
  };
};

/** Checks every part of a question by its contract schema; a body that is absent counts as an empty form. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data) => {
    const result = schema.safeParse(httpPart === 'body' ? (data ?? {}) : data);
    return result.success
      ? { value: result.data }
      : { error: refusal(result.error.issues, httpPart) };
  };
};

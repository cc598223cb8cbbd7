import { succeed } from './envelope.ts';

/** Builds an example of a page of a list, with one item. */
export function examplePage<T>(message: string, item: T) {
  return { ...succeed(message, [item]), total: 1, page: 0, pageSize: 10 };
}

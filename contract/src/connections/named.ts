import { connection, connectionAnswer, seenAnswer } from './connections.ts';

/** The schemas of "Connect" that the OpenAPI document names. */
export const connectionResponseBodies = {
  SeenAnswer: seenAnswer,
  Connection: connection,
  ConnectionAnswer: connectionAnswer,
} as const;

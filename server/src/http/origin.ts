import type { FastifyRequest } from 'fastify';
import { deviceOf } from '../kit/device.ts';

/** From where and with what somebody signs in: the address, and the browser in a few words. */
export type Origin = { address: string; device: string };

/** Returns the origin of a request. */
export const originOf = ({ address, headers }: FastifyRequest): Origin => ({
  address,
  device: deviceOf(headers['user-agent']),
});

import { fromWire, toWire, type WireError } from './thread.errors.ts';

/** What one side of a port answers, by name. `signal` is aborted when the caller no longer wants the answer. */
// biome-ignore lint/suspicious/noExplicitAny: each answer names the type of its own input.
export type Answers = Record<string, (input: any, signal: AbortSignal) => Promise<unknown>>;

type Port = {
  postMessage(message: Message): void;
  on(event: 'message', listener: (message: Message) => void): unknown;
};

type Message =
  | { call: number; name: string; input: unknown }
  | { abort: number }
  | { reply: number; answer?: unknown; error?: WireError };

export type Calls<Theirs extends Answers> = {
  /** Calls the other side. Also after an abort it waits for the answer: until then the other side may read the input. */
  call<Name extends keyof Theirs & string>(
    name: Name,
    input: Parameters<Theirs[Name]>[0],
    signal?: AbortSignal,
  ): ReturnType<Theirs[Name]>;
  /** Rejects every call that has no answer yet: the other side is gone. */
  fail(error: Error): void;
};

/** Connects one side of a port: answers the calls of the other side by `ours`, and returns what calls the other side. */
export function connectCalls<Theirs extends Answers>(port: Port, ours: Answers): Calls<Theirs> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const running = new Map<number, AbortController>();
  let lastID = 0;

  async function answer(id: number, name: string, input: unknown): Promise<void> {
    const aborting = new AbortController();
    running.set(id, aborting);
    try {
      const work = ours[name];
      if (!work) throw new Error(`Nobody answers ${name}`);
      port.postMessage({ reply: id, answer: await work(input, aborting.signal) });
    } catch (error) {
      port.postMessage({ reply: id, error: toWire(error) });
    } finally {
      running.delete(id);
    }
  }

  port.on('message', (message) => {
    if ('call' in message) void answer(message.call, message.name, message.input);
    else if ('abort' in message) running.get(message.abort)?.abort();
    else {
      const caller = waiting.get(message.reply);
      waiting.delete(message.reply);
      if (message.error) caller?.reject(fromWire(message.error));
      else caller?.resolve(message.answer);
    }
  });

  async function call(name: string, input: unknown, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    lastID += 1;
    const id = lastID;
    const caller = Promise.withResolvers<unknown>();
    waiting.set(id, caller);
    const abort = () => port.postMessage({ abort: id });
    signal?.addEventListener('abort', abort, { once: true });
    try {
      port.postMessage({ call: id, name, input });
      return await caller.promise;
    } finally {
      signal?.removeEventListener('abort', abort);
      waiting.delete(id);
    }
  }

  return {
    call: call as Calls<Theirs>['call'],
    fail(error) {
      for (const { reject } of waiting.values()) reject(error);
    },
  };
}

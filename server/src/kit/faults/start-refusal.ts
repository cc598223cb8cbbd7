import { Fault } from './fault.ts';

/**
 * The error of a start that must not continue, whatever ads this machine has kept: another database, a key that opens nothing, a
 * folder that another server uses, a setting (ADR 68).
 */
export class StartRefusal extends Fault {
  override name = 'StartRefusal';

  constructor(what: string, todo = '', options?: ErrorOptions) {
    super(what, todo, options);
  }
}

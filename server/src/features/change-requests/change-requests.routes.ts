import { changeRequestCalls } from '@adwarden/contract/change-requests/change-requests';
import { succeed } from '@adwarden/contract/envelope';
import { actorOf } from '../../http/actor.ts';
import { boundedPage } from '../../http/bounded-page.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import { shownName } from '../../kit/shown-name.ts';
import type { ChangeRequests } from './change-requests.service.ts';

/** Registers the calls about scheduled changes and approvals (ADR 35). The contract's route table says who may call them. */
export function changeRequestRoutes(
  server: BackOffice,
  { changeRequests }: { changeRequests: ChangeRequests },
): void {
  server.route({
    ...contractRoute(changeRequestCalls.getChangeRequests),
    async handler(request) {
      const { items, totals, needsApproval } = await changeRequests.page(
        actorOf(request),
        request.query,
      );
      return { ...succeed('Change requests', boundedPage(items)), ...totals, needsApproval };
    },
  });

  server.route({
    ...contractRoute(changeRequestCalls.getChangeRequest),
    handler: async (request) =>
      succeed(
        'Change request',
        await changeRequests.read(actorOf(request), request.params.requestID),
      ),
  });

  server.route({
    ...contractRoute(changeRequestCalls.createChangeRequest),
    async handler(request) {
      const actor = actorOf(request);
      const made = await server.once(request, {
        make: (noteMade) => changeRequests.create(actor, request.body, noteMade),
        again: (id) => changeRequests.read(actor, id),
      });
      const what = made.state === 'scheduled' ? 'change scheduled' : 'waiting for approval';
      return succeed(`${shownName(made.appName)}: ${what}`, made);
    },
  });

  server.route({
    ...contractRoute(changeRequestCalls.approveChangeRequest),
    async handler(request) {
      const { requestID } = request.params;
      const approved = await changeRequests.approve(actorOf(request), requestID);
      const what = approved.state === 'scheduled' ? 'change approved and scheduled' : 'updated';
      return succeed(`${shownName(approved.appName)}: ${what}`, approved);
    },
  });

  server.route({
    ...contractRoute(changeRequestCalls.correctChangeRequest),
    async handler(request) {
      const { requestID } = request.params;
      const { changes } = request.body;
      const corrected = await changeRequests.correct(actorOf(request), requestID, changes);
      return succeed(`${shownName(corrected.appName)}: change corrected`, corrected);
    },
  });

  server.route({
    ...contractRoute(changeRequestCalls.rejectChangeRequest),
    async handler(request) {
      const { requestID } = request.params;
      const { reason } = request.body;
      const rejected = await changeRequests.reject(actorOf(request), requestID, reason);
      return succeed(`${shownName(rejected.appName)}: change rejected`, rejected);
    },
  });

  server.route({
    ...contractRoute(changeRequestCalls.applyChangeRequest),
    async handler(request) {
      const { requestID } = request.params;
      const applied = await changeRequests.apply(actorOf(request), requestID);
      return succeed(`${shownName(applied.appName)}: updated`, applied);
    },
  });

  server.route({
    ...contractRoute(changeRequestCalls.cancelChangeRequest),
    async handler(request) {
      const { requestID } = request.params;
      const cancelled = await changeRequests.cancel(actorOf(request), requestID);
      return succeed(`${shownName(cancelled.appName)}: change cancelled`, cancelled);
    },
  });
}

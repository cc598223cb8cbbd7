import { changeRequestInTheWay } from '@adwarden/contract/change-requests/change-requests';
import { fieldName } from '@adwarden/contract/changes/changes';
import type { FieldError } from '@adwarden/contract/envelope';
import { limits } from '@adwarden/contract/limits';
import { Stack, Text } from '@mantine/core';
import { ApiError } from '../../../lib/api-error.ts';
import type { Role } from '../../../lib/role.ts';
import { appValueTone } from '../../../lib/words/words.ts';
import { FormModal } from '../../../ui/form/form-modal.tsx';
import { MomentField } from '../../../ui/form/moment-field.tsx';
import type { StaleField } from '../../../ui/form/stale-edit.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { useServerForm } from '../../../ui/form/use-server-form.ts';
import { Differences } from '../../../ui/text/differences.tsx';
import { useScheduleChange } from '../apps.api.ts';
import { useLaterToast } from '../use-later-toast.ts';
import { firstValues, scheduleSchema, sortErrors } from './schedule-values.ts';
import type { ScheduleDraft } from './use-scheduling.ts';

type Props = {
  role: Role;
  opened: boolean;
  draft: ScheduleDraft;
  onClose: () => void;
  onScheduled: () => void;
  /** Called with errors of the app's form, below this dialog. */
  onFormErrors: (error: ApiError) => void;
};

/** Asks when an edit is applied. It begins anew each time it is rendered with another `key`. */
export function ScheduleDialog(props: Props) {
  const { role, opened, draft, onClose, onScheduled, onFormErrors } = props;
  const schedule = useScheduleChange();
  const toastLater = useLaterToast(role);
  const { app, changes, differences } = draft;
  const { form, submit, saving, failure } = useServerForm({
    schema: scheduleSchema,
    mode: 'controlled',
    initialValues: firstValues(Date.now()),
    async onSubmit(sent) {
      try {
        const { message, data } = await schedule.mutateAsync({
          appID: app.appID,
          changes,
          ...sent,
        });
        toastLater(message, data);
        onScheduled();
      } catch (error) {
        refused(error);
      }
    },
  });

  /** Shows an error at a field of the app's form, or throws it for the fields of this dialog or the place above them. */
  function refused(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    const { own, form: below } = sortErrors(error.fields);
    const first = changeRequestInTheWay.safeParse(error.extra).data?.changeRequest;
    if (first && below[0]) throw atField('at', takenBy(below[0], first.author.name));
    if (own.length > 0 || below.length === 0) throw error;
    onFormErrors(new ApiError(error.message, { status: error.status, fields: below }));
  }

  return (
    <FormModal
      opened={opened}
      title="Schedule change"
      size={520}
      isDirty={form.isDirty}
      saving={saving}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
      submit={{ label: 'Schedule' }}
    >
      <Stack gap="md">
        <ScheduleDifference differences={differences} />
        <MomentField
          {...form.getInputProps('at')}
          onPick={(at) => form.setFieldValue('at', at)}
          data-autofocus
        />
        <TextArea
          {...form.getInputProps('note')}
          label="Note"
          description="Why, for those who see the request."
          autosize
          minRows={2}
          maxRows={6}
          limit={limits.text.note}
          dir="auto"
        />
        <Text c="dimmed">
          Everything else stays as it is. If somebody changes one of these fields before, nothing is
          applied, and the page Safety shows both values.
        </Text>
      </Stack>
    </FormModal>
  );
}

const atField = (field: string, message: string) =>
  new ApiError(message, { status: 409, fields: [{ field, message }] });

/** Returns the error when an earlier request changes the same field at the same time: the person chooses another time. */
const takenBy = ({ field }: FieldError, author: string): string =>
  `${fieldName('app', field)} is changed at this time already, by ${author}`;

const spoken = { before: 'now', after: 'then' };
/** The fields that are shown at first. */
const most = 6;

/** Shows what the edit changes: each field with its value now and the wanted one. */
function ScheduleDifference({ differences }: { differences: readonly StaleField[] }) {
  return (
    <Differences
      label="What changes"
      fields={differences.map(({ field, label, theirs, mine }) => ({
        field,
        name: label,
        before: theirs,
        after: mine ?? '',
      }))}
      spoken={spoken}
      toneOf={appValueTone}
      atFirst={most}
    />
  );
}

import { counted } from '@adwarden/contract/counted';
import { Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { BareDialog, DialogBody, DialogTitle } from '../../../../ui/dialog/dialog.tsx';
import type { SaveQuestion } from './before-save.ts';
import classes from './before-save-dialog.module.css';
import { FindingLine } from './finding-line.tsx';

export type AskedQuestion = SaveQuestion & { verb: 'Save' | 'Schedule' };

type Props = {
  opened: boolean;
  /** Stays while the dialog fades out. */
  question: AskedQuestion | null;
  onBack: () => void;
  onSave: () => void;
};

/** Asks once before a save: lists the errors of the form, and says what the edit would do to phones. */
export function BeforeSaveDialog({ opened, question, onBack, onSave }: Props) {
  return (
    <BareDialog opened={opened} onClose={onBack} size={520} centered zIndex="var(--z-question)">
      <DialogBody p="lg">{question && <Question {...{ question, onBack, onSave }} />}</DialogBody>
    </BareDialog>
  );
}

type QuestionProps = Pick<Props, 'onBack' | 'onSave'> & { question: AskedQuestion };

function Question({ question, onBack, onSave }: QuestionProps) {
  const { verb, errors, effects } = question;
  const title =
    errors.length === 0
      ? `${verb} this change?`
      : `${verb} with ${errors.length === 1 ? 'an error' : counted(errors.length, 'error')}?`;
  return (
    <Stack gap="sm">
      <DialogTitle fw={600}>{title}</DialogTitle>
      {errors.length > 0 && (
        <ul className={classes.list}>
          {errors.map((finding) => (
            <li key={finding.key}>
              <FindingLine finding={finding} />
            </li>
          ))}
        </ul>
      )}
      {effects.map(({ text }) => (
        <p key={text} className={classes.effect}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          {text}
        </p>
      ))}
      <Group justify="flex-end" gap="sm" mt="xs">
        <Button variant="default" onClick={onBack} data-autofocus>
          Back to the form
        </Button>
        <Button color="red" onClick={onSave}>
          {`${verb} anyway`}
        </Button>
      </Group>
    </Stack>
  );
}

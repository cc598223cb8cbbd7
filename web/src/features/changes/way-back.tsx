import type { Change } from '@adwarden/contract/changes/changes';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconHistory, IconRestore } from '@tabler/icons-react';
import { useAskInPlace } from '../../ui/dialog/use-ask-in-place.ts';
import classes from './way-back.module.css';
import { WayBackPanel } from './way-back-panel.tsx';
import { waysBackOf } from './ways-back.ts';

type Props = {
  change: Change;
  /** The version that is in force: there is nothing to go back to. */
  isCurrent?: boolean;
  /** Called after the change was undone; the buttons may no longer exist then. */
  onDone: () => void;
};

/**
 * The ways back from one entry: "Undo this change" takes back what it did, "Go back to this version" sets
 * everything as it was after it. Each shows what it would change before it is done.
 */
export function WayBack({ change, isCurrent = false, onDone }: Props) {
  const undoing = useAskInPlace();
  const goingBack = useAskInPlace();
  const { undo, goBack, instead } = waysBackOf(change);
  const isDelete = change.action === 'delete';
  const question = [undoing, goingBack].find(({ asking }) => asking);

  if (question) {
    return (
      <WayBackPanel
        way={question === undoing ? 'undo' : 'restore'}
        change={change}
        onCancel={question.cancel}
        onDone={() => {
          question.done();
          onDone();
        }}
      />
    );
  }
  return (
    <div>
      {instead && <p className={classes.instead}>{instead}</p>}
      <div className={classes.buttons}>
        {undo && (
          <Button
            ref={undoing.trigger}
            variant="default"
            size="compact-sm"
            leftSection={isDelete ? <IconRestore size={14} /> : <IconArrowBackUp size={14} />}
            onClick={undoing.ask}
          >
            {isDelete ? 'Restore' : 'Undo this change'}
          </Button>
        )}
        {goBack && !isCurrent && (
          <Button
            ref={goingBack.trigger}
            variant="default"
            size="compact-sm"
            leftSection={<IconHistory size={14} />}
            onClick={goingBack.ask}
          >
            Go back to this version
          </Button>
        )}
      </div>
    </div>
  );
}

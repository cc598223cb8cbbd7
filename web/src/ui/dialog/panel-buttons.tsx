import { Button } from '@mantine/core';
import classes from './question-in-place.module.css';

type Props = {
  /** The text of the button that sends the form. */
  submit: string;
  color?: string;
  saving: boolean;
  onCancel: () => void;
};

/** The buttons of a form in a panel: Send and Cancel. */
export function PanelButtons({ submit, color, saving, onCancel }: Props) {
  return (
    <div className={classes.buttons}>
      <Button type="submit" size="compact-sm" loading={saving} {...(color && { color })}>
        {submit}
      </Button>
      <Button variant="subtle" color="gray" size="compact-sm" disabled={saving} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

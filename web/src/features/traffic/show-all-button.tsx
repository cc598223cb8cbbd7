import { Button } from '@mantine/core';
import classes from './traffic-panels.module.css';

/** Below the first items of a list: shows the others, too. */
export function ShowAllButton({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <Button variant="default" size="xs" mt="sm" className={classes.more} onClick={onClick}>
      Show all {count}
    </Button>
  );
}

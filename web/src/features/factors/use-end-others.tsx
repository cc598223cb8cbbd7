import { Checkbox } from '@mantine/core';
import { useState } from 'react';

/** Ends all other sessions of the person; it shows its error itself. */
export type EndOthers = () => Promise<unknown>;

/** Offers, ticked, to end all other sessions together with a change of second factors: somebody else may have them. */
export function useEndOthers(endOthers: EndOthers | undefined) {
  const [isWanted, setIsWanted] = useState(true);
  return {
    box: endOthers && (
      <Checkbox
        checked={isWanted}
        onChange={({ currentTarget }) => setIsWanted(currentTarget.checked)}
        label="End all others"
        description="Signs you out on other devices, too."
      />
    ),
    /** Ends them if that is ticked; call it after the change. */
    async endIfWanted(): Promise<void> {
      if (isWanted) await endOthers?.().catch(() => {});
      setIsWanted(true);
    },
  };
}

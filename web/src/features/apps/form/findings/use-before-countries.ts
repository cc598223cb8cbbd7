import { useQueryClient } from '@tanstack/react-query';
import { checkInTime } from './check-app.api.ts';
import { lostRequests } from './impact-words.ts';
import { useSaveQuestion } from './use-save-question.tsx';

/** The question before the countries of an app are saved: whether many requests would get no ads (ADR 36). */
export function useBeforeCountries() {
  const client = useQueryClient();
  const { put, isOpen, question } = useSaveQuestion(true);

  async function ask(appID: string, country: string): Promise<boolean> {
    const checked = await checkInTime(client, { appID, country });
    if (!isOpen.current) return false;
    const lost = checked?.impact ? lostRequests(checked.impact) : null;
    return lost ? put({ errors: [], effects: [lost], verb: 'Save' }) : true;
  }

  return { ask, question };
}

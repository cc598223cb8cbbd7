import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { undoTime } from '../../../lib/delays.ts';
import type { Role } from '../../../lib/role.ts';
import { safetyTabPath } from '../../../lib/safety-tabs.ts';
import { may } from '../../../people/may.ts';
import { toastWith } from '../../../ui/feedback/action-toast.tsx';
import { waitingCountQuery } from './change-requests.api.ts';
import { waitingInWords } from './request-words.ts';

/**
 * Returns how many changes wait for approval; 0 for all but administrators and while it is not known. A toast says when
 * one more has arrived, and leads to them.
 */
export function useWaiting(role: Role | undefined): number {
  const decides = may(role, 'decide-changes');
  const { data } = useQuery({ ...waitingCountQuery, enabled: decides });
  const navigate = useNavigate();
  const before = useRef<number | undefined>(undefined);
  useEffect(() => {
    const isMore = data !== undefined && before.current !== undefined && data > before.current;
    before.current = data;
    if (!isMore) return;
    const act = () => void navigate(safetyTabPath('admin', 'change-requests'));
    toastWith(waitingInWords(data), { label: 'Show', act }, { time: undoTime });
  }, [data, navigate]);
  return decides ? (data ?? 0) : 0;
}

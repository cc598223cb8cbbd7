import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Returns the token behind the # of the address, and takes it out of the address at once; '' without one. `path`: that of the page. */
export function useLinkToken(path: string): string {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(() => hash.slice(1));
  useEffect(() => {
    if (hash === '') return;
    setToken(hash.slice(1));
    navigate(path, { replace: true });
  }, [hash, navigate, path]);
  return token;
}

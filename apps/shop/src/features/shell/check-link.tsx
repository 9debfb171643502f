import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { Checking } from './checking.tsx';
import { Unanswered } from './unanswered.tsx';

interface CheckLinkProps {
  title: string;
  /** Resolves to the path to go on to; undefined when the server did not answer. */
  check: () => Promise<string | undefined>;
}

/** The page of a mailed link: checks it and redirects by the result. */
export function CheckLink({ title, check }: CheckLinkProps) {
  const navigate = useNavigate();
  const [tries, setTries] = useState(1);
  const [failedTry, setFailedTry] = useState(0);
  const checkNow = useEffectEvent(check);
  // Not a loader, which would show the previous page meanwhile.
  useEffect(() => {
    let left = false;
    void checkNow().then((path) => {
      if (left) return;
      if (path) void navigate(path, { replace: true });
      else setFailedTry(tries);
    });
    return () => {
      left = true;
    };
  }, [navigate, tries]);
  return failedTry < tries ? (
    <Checking title={title} />
  ) : (
    <Unanswered onAgain={() => setTries(tries + 1)} />
  );
}

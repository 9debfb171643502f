import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { Checking } from './checking.tsx';
import { Unanswered } from './unanswered.tsx';

interface CheckLinkProps {
  title: string;
  /** Answers where to go by the result; undefined when nobody has answered. */
  check: () => Promise<string | undefined>;
}

/** The page of a mail's link: asks what it is worth, and goes on by the result. */
export function CheckLink({ title, check }: CheckLinkProps) {
  const navigate = useNavigate();
  const [tries, setTries] = useState(1);
  const [failed, setFailed] = useState(0);
  const ask = useEffectEvent(check);
  // Arriving here is the request; a loader would leave the old page standing meanwhile.
  useEffect(() => {
    let left = false;
    void ask().then((path) => {
      if (left) return;
      if (path) void navigate(path, { replace: true });
      else setFailed(tries);
    });
    return () => {
      left = true;
    };
  }, [navigate, tries]);
  return failed < tries ? (
    <Checking title={title} />
  ) : (
    <Unanswered onAgain={() => setTries(tries + 1)} />
  );
}

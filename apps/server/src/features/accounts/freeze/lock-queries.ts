import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';

export interface LockState {
  readonly lockedAt: Date | null;
  /** When the freeze ends, once its end was asked for. */
  readonly unlocksAt: Date | null;
}

/** Start and end of the owner's freeze; nulls when the account is not frozen. */
export function lockStateOf(db: Queryable, memberId: string): Promise<LockState> {
  return db.one(sql<LockState>`
    select m.locked_at as "lockedAt", m.unlock_asked_at + interval '1 day' as "unlocksAt"
    from (select 1) always left join members m on m.id = ${memberId} and is_locked(m)`);
}

/** Freezes the account; false when it is frozen already and no end was asked for. */
export async function setLocked(tx: Tx, memberId: string): Promise<boolean> {
  const locked = await tx.run(sql`
    update members m set locked_at = app_now(), unlock_asked_at = null,
      last_locked_at = app_now() + (clock_timestamp() - now())
    where m.id = ${memberId} and (not is_locked(m) or m.unlock_asked_at is not null)`);
  return locked === 1;
}

/** Ends the freeze in a session proven by a factor; false otherwise. */
export async function unlock(
  tx: Tx,
  { memberId, sessionId }: { memberId: string; sessionId: string },
): Promise<boolean> {
  const ended = await tx.run(sql`
    update members m set locked_at = null, unlock_asked_at = null
    where m.id = ${memberId} and is_locked(m) and has_factor(m.id)
      and exists (select 1 from sessions s where s.id = ${sessionId} and is_proven(s))`);
  return ended === 1;
}

/**
 * Records that the owner asked for the end of the freeze; false when that was recorded before, or it is not
 * frozen.
 */
export async function askUnlock(tx: Tx, memberId: string): Promise<boolean> {
  const asked = await tx.run(sql`
    update members m set unlock_asked_at = app_now()
    where m.id = ${memberId} and is_locked(m) and m.unlock_asked_at is null`);
  return asked === 1;
}

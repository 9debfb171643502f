-- Identities that were linked before addresses were written down got their member's address of that day, but
-- some had been linked while it was another: that one is in the first change that was done since. Changes are
-- forgotten after 90 days, so it may be a later one, and still a former address.
update identities i set email_key = lower(first.from_email)
from (
  select distinct on (l.issuer, l.subject) l.issuer, l.subject, c.from_email
  from identities l join email_changes c on c.member_id = l.member_id
  where c.state = 'done' and c.decided_at > l.linked_at
  order by l.issuer, l.subject, c.decided_at
) first
where (i.issuer, i.subject) = (first.issuer, first.subject);

-- Which address a member had when an identity was linked: who has another since may be somebody else, who
-- has not shown that it is theirs.
alter table identities add column email_key text not null default '';
update identities i set email_key = m.email_key from members m where m.id = i.member_id;

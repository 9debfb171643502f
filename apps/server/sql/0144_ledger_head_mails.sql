-- The days whose signed head was mailed to the owner; the heads themselves stand in a file.
create table ledger_head_mails (day date primary key);

-- Whether an operator has looked at a picture is asked while the member's row is held.
create index upload_reads_path on upload_reads (path);

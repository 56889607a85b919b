CREATE INDEX CONCURRENTLY "tasks_waiting_heads" ON "tasks" USING btree ("project_id","template_id",(coalesce(snapshot->'template'->>'runner_tag', '') || ' ' || coalesce(snapshot->'template'->>'app', '') || case when coalesce(snapshot->'app'->>'path', '') = '' then '' else ' ' end || case when coalesce(snapshot->'template'->>'app' = 'ansible'
  and (strpos(arguments, chr(34) || '-e') > 0 or strpos(arguments, chr(34) || '-' || '-e') > 0), false) then ' -e' else '' end || case when (coalesce(snapshot->'template'->>'app', '') not in ('ansible', 'bash', 'python', 'powershell')
  or coalesce(snapshot->'app'->>'path', '') <> ''
  or coalesce(jsonb_typeof(snapshot->'app'->'args'), 'null') <> 'null'
  or coalesce(snapshot->'template'->>'timeout_seconds', '0') <> '0'
  or coalesce(arguments, '[]') not in ('', '[]')
  or (snapshot->'template'->>'app' = 'ansible' and (secret is not null
    or strpos(environment, '{{') > 0 or strpos(environment, '{%') > 0 or strpos(environment, '{#') > 0
    or strpos(environment, chr(92) || 'u') > 0))) then ' own' else '' end || case when jsonb_path_exists(snapshot, '$.template.vaults[*].script ? (@ != null)') then ' script' else '' end || case when drift_check then ' drift' else '' end || case when state_id is null then '' else ' ' || state_id::text || ' ' || workspace end),"id") WHERE status = 'waiting';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tasks_waiting_needs";
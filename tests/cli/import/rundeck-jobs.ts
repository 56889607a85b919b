/** What Rundeck's Export Definition writes for the jobs of a project, as YAML. */
export const rundeckJobs = `- defaultTab: nodes
  description: |-
    Deploys the shop

    Ask **ops** before you run it.
  executionEnabled: true
  group: shop/release
  id: 0f8f2d4e-6a35-4b53-9a3a-2f1d5d8f5b11
  loglevel: INFO
  multipleExecutions: true
  name: Deploy
  nodeFilterEditable: false
  options:
  - description: Which version
    name: version
    required: true
    value: 1.0 "beta" } $HOME
  - enforced: true
    name: stage
    required: true
    values:
    - dev
    - prod
  - name: flags
    multivalued: true
    delimiter: ' '
    regex: ^[a-z ]*$
    values:
    - fast
    - safe
  - name: api-token
    required: true
    secure: true
    valueExposed: true
  - name: ssh-password
    secure: true
    storagePath: keys/nodes/password
  plugins:
    ExecutionLifecycle: null
  schedule:
    month: '*'
    time:
      hour: '05'
      minute: 0/30
      seconds: '0'
    weekday:
      day: MON-FRI
    year: '*'
  scheduleEnabled: true
  schedules: []
  sequence:
    commands:
    - description: Say what happens
      exec: echo deploy ${"$"}{option.version} to "<${"$"}{option.stage}>" '(${"$"}{option.flags})' in ${"$"}{job.name}
    - args: --stage ${"$"}{option.stage} last
      description: A script in another language
      fileExtension: .py
      script: |-
        #!/usr/bin/env python3
        import os, sys
        print("python", sys.argv[1:], '''@option.version@''' == os.environ["RD_OPTION_VERSION"])
    - interpreterArgsQuoted: false
      script: |-
        echo "token has ${"$"}{#RD_OPTION_API_TOKEN} characters"
      scriptInterpreter: /bin/sh
    - jobref:
        args: -who ${"$"}{option.stage}
        group: shop/release
        name: Tell
        nodeStep: 'true'
    keepgoing: false
    strategy: node-first
  timeout: 1h 30m
  timeZone: Europe/Berlin
  uuid: 0f8f2d4e-6a35-4b53-9a3a-2f1d5d8f5b11
- description: ''
  executionEnabled: true
  group: shop/release
  loglevel: DEBUG
  name: Tell
  notification:
    onfailure:
      email:
        recipients: ops@example.com
  notifyAvgDurationThreshold: null
  options:
  - name: who
    value: nobody
  - name: version
    value: none
  retry: '3'
  scheduleEnabled: true
  sequence:
    commands:
    - exec: echo told ${"$"}{option.who} of ${"$"}{option.version}
    keepgoing: false
    strategy: node-first
  uuid: 7a0e3ac6-0d1c-4f77-8e0b-9c4f1b0c6f22
- description: Goes on after failures
  name: Tell
  loglevel: INFO
  schedule:
    crontab: 0 15 3 L * ? *
  sequence:
    commands:
    - exec: echo first; exit 7
      errorhandler:
        exec: echo handled
        keepgoingOnSuccess: true
    - exec: exit 4
    - exec: echo third
    keepgoing: true
    strategy: sequential
  uuid: 5b1cf9b7-4f4b-4f0a-8a4c-6f6f4a0d3e33
- description: Runs on nodes
  name: Restart everywhere
  loglevel: INFO
  nodefilters:
    dispatch:
      excludePrecedence: true
      keepgoing: false
      rankOrder: ascending
      threadcount: '2'
    filter: 'tags: web'
  schedule:
    crontab: 0 0 4 ? * SUN *
  sequence:
    commands:
    - exec: echo ${"$"}{node.name}
    - nodeStep: true
      type: copyfile
      configuration:
        sourcePath: /etc/motd
    - jobref:
        uuid: 00000000-0000-0000-0000-000000000000
    keepgoing: false
    strategy: node-first
  uuid: 3c2db1aa-9e0c-4c8e-b2a0-1d8f7c6b5a44
`;

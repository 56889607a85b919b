import type { Cause } from "@/lib/protocol/failure";

/** A mistake, and what the real tool's log must say about it. */
export type Provoked = {
  name: string;
  cause: Cause;
  subject: string;
  files: Record<string, string>;
  /** The last command is the one that fails. */
  command: string;
};

const LOCAL = "localhost ansible_connection=local ansible_python_interpreter=/usr/bin/python3\n";

const playbook = (task: string, play = "") =>
  `- hosts: all\n  gather_facts: false\n${play}  tasks:\n    - name: step\n      ${task}\n`;

const ansible = (name: string, cause: Cause, subject: string, task: string, play = ""): Provoked => ({
  name,
  cause,
  subject,
  files: { "hosts.ini": LOCAL, "site.yml": playbook(task, play) },
  command: "ansible-playbook -i hosts.ini site.yml",
});

const UNKNOWN_HOST = "no-such-host.invalid";

export const ANSIBLE: readonly Provoked[] = [
  ansible(
    "a variable that does not exist",
    "undefined_variable",
    "release_name",
    `debug: { msg: "{{ release_name }}" }`,
  ),
  ansible(
    "an attribute that does not exist",
    "undefined_variable",
    "port",
    `debug: { msg: "{{ web.port }}" }`,
    "  vars: { web: {} }\n",
  ),
  ansible("an unfinished expression", "template_error", "", `debug: { msg: "{{ 1 + " }`),
  ansible("an unknown module", "module_missing", "community.nothing.at_all", "community.nothing.at_all: {}"),
  ansible("an unknown role", "role_missing", "webserver", "include_role: { name: webserver }"),
  ansible("a module without its argument", "module_arguments_wrong", "path", "file: { state: touch }"),
  ansible("a program that does not exist", "file_not_found", "/no/such/program", "command: /no/such/program"),
  ansible(
    "a file that does not exist",
    "file_not_found",
    "site.conf",
    "copy: { src: site.conf, dest: /tmp/site.conf }",
  ),
  ansible("a command that fails", "command_failed", "3", "shell: exit 3"),
  ansible("a command that a shell does not know", "command_not_found", "frobnicate", "shell: frobnicate --all"),
  ansible(
    "a server that does not answer",
    "connection_refused",
    "",
    "get_url: { url: 'http://127.0.0.1:1/x', dest: /tmp/x }",
  ),
  ansible(
    "an error that is ignored, and then another one",
    "undefined_variable",
    "second",
    `shell: exit 3\n      ignore_errors: true\n    - debug: { msg: "{{ second }}" }`,
  ),
  ansible(
    "a privilege password that is missing",
    "become_password_missing",
    "",
    "command: 'echo sudo: a password is required'\n      failed_when: true",
  ),
  ansible("a program without a folder", "command_not_found", "nosuchprogram", "command: nosuchprogram --all"),
  ansible("a command that is killed", "killed", "", "shell: kill -9 $$"),
  ansible("an assertion", "assertion_failed", "", "assert: { that: [false], fail_msg: Release 7 is not approved }"),
  ansible(
    "a state that a module does not know",
    "module_arguments_wrong",
    "state",
    "file: { path: /tmp/x, state: dir }",
  ),
  ansible("text for a number", "module_arguments_wrong", "port", "wait_for: { port: http }"),
  ansible(
    "arguments that exclude each other",
    "module_arguments_wrong",
    "insertbefore|insertafter",
    "lineinfile: { path: /tmp/x, line: a, insertbefore: b, insertafter: c }",
  ),
  ansible("a copy of nothing", "module_arguments_wrong", "src (or content)", "copy: { dest: /tmp/x }"),
  ansible("a loop over a number", "module_arguments_wrong", "loop", "debug: { msg: a }\n      loop: 5"),
  ansible("a module with extra parameters", "yaml_invalid", "site.yml:4", "debug: msg is missing"),
  ansible("a place that cannot be written", "permission_denied", "", "copy: { content: a, dest: /proc/1/x }"),
  ansible("a port that stays closed", "connection_timed_out", "", "wait_for: { port: 1, timeout: 1 }"),
  ansible("a handler that does not exist", "handler_missing", "restart", "command: 'true'\n      notify: restart"),
  ansible(
    "a file of variables that does not exist",
    "file_not_found",
    "nope.yml",
    "ping: {}",
    "  vars_files: [nope.yml]\n",
  ),
  ansible(
    "a service that does not exist",
    "service_missing",
    "nosuchservice",
    "service: { name: nosuchservice, state: started }",
  ),
  ansible(
    "a repository that does not exist",
    "repository_missing",
    "/none/repo",
    "git: { repo: /none/repo, dest: ./x }",
  ),
  ansible(
    "a host name in a URL that does not exist",
    "host_name_unknown",
    UNKNOWN_HOST,
    `get_url: { url: 'http://${UNKNOWN_HOST}/x', dest: /tmp/x }`,
  ),
  {
    ...ansible("an address with nothing", "address_not_found", "", ""),
    files: { "hosts.ini": LOCAL, "site.yml": playbook("uri: { url: 'http://127.0.0.1:{{ port }}/gone' }") },
    command: `python3 -u -c '
import http.server
server = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
print(server.server_port, flush=True); server.serve_forever()' > port 2> access.log &
for i in $(seq 100); do test -s port && break; sleep 0.1; done
ansible-playbook -i hosts.ini -e port=$(cat port) site.yml; code=$?; kill %1; exit $code`,
  },
  {
    ...ansible("a module that crashes", "module_crashed", "", "crash: {}"),
    files: {
      "hosts.ini": LOCAL,
      "site.yml": playbook("crash: {}"),
      "library/crash.py": "from ansible.module_utils.basic import AnsibleModule\nraise RuntimeError('broken')\n",
    },
  },
  {
    ...ansible("a Python that does not exist", "python_missing", "", "ping: {}"),
    files: {
      "hosts.ini": "web1 ansible_connection=local ansible_python_interpreter=/none/python\n",
      "site.yml": playbook("ping: {}"),
    },
  },
  {
    ...ansible("a host that refuses connections", "connection_refused", "", "ping: {}"),
    files: {
      "hosts.ini": "web1 ansible_host=127.0.0.1 ansible_port=1 ansible_user=deploy\n",
      "site.yml": playbook("ping: {}"),
    },
  },
  {
    ...ansible("a host whose name does not exist", "host_name_unknown", UNKNOWN_HOST, "ping: {}"),
    files: { "hosts.ini": `${UNKNOWN_HOST}\n`, "site.yml": playbook("ping: {}") },
  },
  {
    ...ansible("a playbook that is no YAML", "yaml_invalid", "site.yml:4", ""),
    files: { "hosts.ini": LOCAL, "site.yml": "- hosts: all\n  tasks:\n    - name: a\n     ping:\n" },
  },
  {
    ...ansible("a playbook that does not exist", "playbook_missing", "gone.yml", ""),
    command: "ansible-playbook -i hosts.ini gone.yml",
  },
  {
    ...ansible("a limit that matches no host", "no_hosts_matched", "", "ping: {}"),
    command: "ansible-playbook -i hosts.ini --limit web site.yml",
  },
  ...["wrong", ""].map((password) => ({
    name: password ? "a wrong vault password" : "no vault password",
    cause: password ? ("vault_password_wrong" as const) : ("vault_password_missing" as const),
    subject: password ? "secrets.yml" : "",
    files: {
      "hosts.ini": LOCAL,
      right: "right",
      wrong: "wrong",
      "secrets.yml": "a: 1\n",
      "site.yml": playbook("debug: { var: a }", "  vars_files: [secrets.yml]\n"),
    },
    command: `ansible-vault encrypt --vault-password-file right secrets.yml 2> /dev/null
ansible-playbook -i hosts.ini ${password ? "--vault-password-file wrong " : ""}site.yml`,
  })),
];

const terraform = (
  name: string,
  cause: Cause,
  subject: string,
  code: string,
  command = "plan -input=false",
): Provoked => ({
  name,
  cause,
  subject,
  files: { "main.tf": code },
  command: command.startsWith("init")
    ? `terraform ${command}`
    : `terraform init -input=false > init.log || cat init.log\nterraform ${command}`,
});

export const TERRAFORM: readonly Provoked[] = [
  terraform(
    "an unfinished expression",
    "configuration_invalid",
    "main.tf:2",
    `resource "terraform_data" "x" {\n  input = \n}\n`,
    "init",
  ),
  terraform(
    "an unknown argument",
    "configuration_invalid",
    "main.tf:2",
    `resource "terraform_data" "x" {\n  inputs = 1\n}\n`,
  ),
  terraform(
    "an unknown resource",
    "configuration_invalid",
    "main.tf:2",
    `output "x" {\n  value = terraform_data.y.id\n}\n`,
  ),
  terraform("a variable without a value", "variable_missing", "region", `variable "region" {}\n`),
  terraform(
    "a version that is not there",
    "tool_version_wrong",
    ">= 99",
    `terraform {\n  required_version = ">= 99"\n}\n`,
    "init",
  ),
  terraform(
    "a module that is not there",
    "terraform_module_missing",
    "net",
    `module "net" {\n  source = "./gone"\n}\n`,
    "init",
  ),
  terraform(
    "a provisioner that fails",
    "provisioner_failed",
    "7",
    `resource "terraform_data" "x" {\n  provisioner "local-exec" {\n    command = "exit 7"\n  }\n}\n`,
    "apply -auto-approve -input=false",
  ),
  {
    ...terraform(
      "a state that another run holds",
      "state_locked",
      "",
      `resource "terraform_data" "x" {\n  provisioner "local-exec" {\n    command = "touch running; sleep 20"\n  }\n}\n`,
    ),
    command: `terraform init -input=false > init.log
terraform apply -auto-approve -input=false > other.log 2>&1 &
for i in $(seq 200); do test -e running && break; sleep 0.1; done
terraform plan -input=false; code=$?
kill -INT %1; wait; exit $code`,
  },
];

const script = (
  name: string,
  cause: Cause,
  subject: string,
  command: string,
  files: Record<string, string> = {},
): Provoked => ({
  name,
  cause,
  subject,
  command,
  files,
});

export const SCRIPTS: readonly Provoked[] = [
  script("an unknown command", "command_not_found", "frobnicate", "bash run.sh", {
    "run.sh": "echo begin\nfrobnicate --all\n",
  }),
  script("a syntax error in a shell script", "script_syntax", "run.sh:3", "bash run.sh", {
    "run.sh": "echo begin\n\nif then\n",
  }),
  script("a variable that is not set", "unset_variable", "RELEASE", "bash -u run.sh", { "run.sh": "echo $RELEASE\n" }),
  script("a script without the right to run", "permission_denied", "", "exec ./run.sh", { "run.sh": "echo\n" }),
  script("a file that does not exist", "file_not_found", "gone.txt", "cat gone.txt"),
  script("a program that is killed", "killed", "", "echo working; kill -9 $$"),
  script("a full disk", "disk_full", "", "echo data > /dev/full"),
  script("a missing Python library", "python_library_missing", "nothing_at_all", "python3 run.py", {
    "run.py": "import nothing_at_all\n",
  }),
  script("a syntax error in Python", "script_syntax", "run.py:2", "python3 run.py", { "run.py": "x = 1\ndef f(:\n" }),
  script(
    "no memory",
    "out_of_memory",
    "",
    "python3 -c 'import resource; resource.setrlimit(resource.RLIMIT_AS, (2**28, 2**28)); bytearray(2**30)'",
  ),
  script(
    "a branch that does not exist",
    "branch_missing",
    "release",
    "git init -q other && git clone -q --branch release ./other copy",
  ),
  script("an unknown host name", "host_name_unknown", UNKNOWN_HOST, `git clone -q https://${UNKNOWN_HOST}/x.git`),
  script(
    "a port in use",
    "port_in_use",
    "",
    `python3 -c 'import socket; a = socket.socket(); a.bind(("127.0.0.1", 0)); b = socket.socket(); b.bind(a.getsockname())'`,
  ),
  script(
    "an untrusted certificate",
    "certificate_untrusted",
    "",
    `openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 1 -subj /CN=localhost 2> /dev/null
python3 -c '
import socket, ssl, threading, urllib.request
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER); context.load_cert_chain("cert.pem", "key.pem")
server = socket.create_server(("127.0.0.1", 0))
def serve():
    try: context.wrap_socket(server.accept()[0], server_side=True)
    except OSError: pass
threading.Thread(target=serve, daemon=True).start()
urllib.request.urlopen("https://127.0.0.1:%d/" % server.getsockname()[1])'`,
  ),
  script("a folder that exists already", "already_exists", "", "mkdir folder; mkdir folder"),
];

import { describeSamples } from './signature-samples';

describeSamples({
  label: 'Go',
  fence: 'go',
  sample: 'webhook.go',
  main: [
    'main.go',
    `package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		given := strings.Split(lines.Text(), "\\t")
		at := func(i int) string {
			text, _ := base64.StdEncoding.DecodeString(given[i])
			return string(text)
		}
		if given[0] == "hash" {
			fmt.Println(HashFits(at(1), at(2), at(3)))
		} else {
			now, _ := strconv.ParseInt(at(6), 10, 64)
			fmt.Println(IsGenuine([]byte(at(1)), at(2), at(3), at(4), at(5), now))
		}
	}
}
`,
  ],
  run: [['go', 'run', 'webhook.go', 'main.go']],
});

describeSamples({
  label: 'Java',
  fence: 'java',
  sample: 'Webhook.java',
  main: [
    'Main.java',
    `import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Base64;

final class Main {
    public static void main(String[] none) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] given = line.split("\\t", -1);
            byte[] body = Base64.getDecoder().decode(given[1]);
            System.out.println(given[0].equals("hash")
                ? Webhook.hashFits(new String(body, UTF_8), at(given, 2), at(given, 3))
                : Webhook.isGenuine(body, at(given, 2), at(given, 3), at(given, 4), at(given, 5), Long.parseLong(at(given, 6))));
        }
    }

    private static String at(String[] given, int i) {
        return new String(Base64.getDecoder().decode(given[i]), UTF_8);
    }
}
`,
  ],
  run: [
    ['javac', '-encoding', 'UTF-8', 'Webhook.java', 'Main.java'],
    ['java', '-cp', '.', 'Main'],
  ],
});

describeSamples({
  label: 'C#',
  fence: 'csharp',
  sample: 'Webhook.cs',
  main: [
    'Program.cs',
    `using System;
using System.Text;

static class Program
{
    static void Main()
    {
        for (var line = Console.ReadLine(); line != null; line = Console.ReadLine())
        {
            var given = line.Split('\\t');
            var body = Convert.FromBase64String(given[1]);
            Func<int, string> at = i => Encoding.UTF8.GetString(Convert.FromBase64String(given[i]));
            Console.WriteLine(given[0] == "hash"
                ? Webhook.HashFits(at(1), at(2), at(3))
                : Webhook.IsGenuine(body, at(2), at(3), at(4), at(5), long.Parse(at(6))));
        }
    }
}
`,
  ],
  run: [
    ['mcs', '-out:main.exe', 'Webhook.cs', 'Program.cs'],
    ['mono', 'main.exe'],
  ],
});
